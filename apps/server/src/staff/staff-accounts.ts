import type { NewLink, Person } from '@redress/contract/console/staff-admin';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Database } from '../database/pool.ts';
import { ProblemError } from '../http/problem.ts';
import { addRecordEntry } from '../record-history/record-history.ts';
import { withdrawApprovalsOf } from './approvals.ts';
import { mailInvitation } from './invitation-mail.ts';
import type { RoleInCase } from './permissions.ts';
import { checkRoles, grantOrAsk, grantRoles, hasOtherAdmin, readRequestedRoles } from './role-grants.ts';
import { checkPerson, cleanText, lockAccounts, normalizeEmail, refuseTakenEmail } from './set-up-account.ts';
import { createStaffLink, withdrawStaffLinks } from './staff-links.ts';
import type { StaffMember } from './staff-sessions.ts';
import { endStaffSessions, isLive } from './staff-sessions.ts';

type AccountContext = Pick<AppContext, 'database' | 'now' | 'settlement' | 'publicUrl' | 'mail' | 'log'>;

/** All accounts, or one, by name. */
export async function readPeople(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  id?: string,
): Promise<Person[]> {
  const at = now();
  let query = database
    .selectFrom('staff')
    .select(['id', 'name', 'email', 'version', 'activated_at', 'disabled_at'])
    .select(
      sql<RoleInCase[]>`(
        select coalesce(json_agg(json_build_object('caseId', case_id, 'role', role) order by case_id, role), '[]')
        from staff_roles where staff_id = staff.id)`.as('roles'),
    )
    // Sessions are deleted some time after they end.
    .select(
      sql<Date | null>`(
        select at from record_history
        where record_kind = 'staff' and record_id = staff.id::text and kind in ('staff-joined', 'staff-signed-in')
        order by position desc limit 1)`.as('lastSignIn'),
    )
    .select(sql<number>`(select count(*)::int from staff_passkeys where staff_id = staff.id)`.as('passkeys'))
    .select(sql<boolean>`exists (select from staff_passwords where staff_id = staff.id)`.as('password'))
    .select(sql<boolean>`exists (select from staff_identities where staff_id = staff.id)`.as('oidc'))
    .select(
      sql<Date | null>`(
        select max(expires_at) from staff_links
        where staff_id = staff.id and used_at is null and withdrawn_at is null and expires_at > ${at})`.as(
        'linkExpires',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from staff_sessions where staff_id = staff.id and ${isLive(at)})`.as(
        'sessions',
      ),
    )
    .orderBy(sql`lower(name)`)
    .orderBy('id');
  if (id !== undefined) query = query.where('id', '=', id);
  const rows = await query.execute();
  const requested = await readRequestedRoles(database);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    state: row.disabled_at ? 'disabled' : row.activated_at ? 'active' : 'invited',
    roles: row.roles,
    requestedRoles: requested.get(row.id) ?? [],
    lastSignInAt: row.lastSignIn?.toISOString() ?? null,
    methods: { passkeys: row.passkeys, password: row.password, oidc: row.oidc },
    linkExpiresAt: row.linkExpires?.toISOString() ?? null,
    sessions: row.sessions,
    version: row.version,
  }));
}

/** Creates an account with roles, and its link. */
export async function invite(
  context: AccountContext,
  { id: by }: StaffMember,
  entered: { readonly name: string; readonly email: string; readonly roles: readonly RoleInCase[] },
): Promise<NewLink & { readonly id: string }> {
  const person = { name: cleanText(entered.name), email: normalizeEmail(entered.email) };
  checkPerson(person);
  const roles = distinctRoles(entered.roles);
  checkRoles(roles, casesOf(context));
  const { id, link } = await refuseTakenEmail(() =>
    changeAccounts(context, by, async (transaction) => {
      const at = context.now();
      const row = await transaction
        .insertInto('staff')
        .values({ ...person, created_at: at, activated_at: null, disabled_at: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      const record = { kind: 'staff', id: row.id } as const;
      const details = { by, roles: roles.map(({ role, caseId }) => `${role} ${caseId}`).join(', ') };
      await addRecordEntry(transaction, record, at, { kind: 'staff-invited', details });
      await grantOrAsk(transaction, context, row.id, roles, { by, reason: '' });
      return { id: row.id, link: await createStaffLink({ ...context, database: transaction }, row.id, by) };
    }),
  );
  return { id, ...(await handOver(context, person, link)) };
}

/**
 * What the operator does on the machine of the server: creates an account, or finds and enables the
 * one of an email address, adds roles at once, and returns a link to set up a way to sign in.
 */
export function inviteAsOperator(
  context: Pick<AppContext, 'database' | 'now' | 'settlement' | 'publicUrl'>,
  entered: { readonly name: string; readonly email: string; readonly roles: readonly RoleInCase[] },
): Promise<{ readonly address: string; readonly expiresAt: Date; readonly isNew: boolean }> {
  const email = normalizeEmail(entered.email);
  return changeAccounts(context, null, async (transaction) => {
    const at = context.now();
    const existing = await transaction
      .updateTable('staff')
      .set({ disabled_at: null, version: sql`version + 1` })
      .where('email', '=', email)
      .returning(['id', 'name'])
      .executeTakeFirst();
    const person = { name: existing?.name ?? cleanText(entered.name), email };
    checkPerson(person);
    const held = existing ? await readRoles(transaction, existing.id) : [];
    const roles = distinctRoles(entered.roles);
    checkRoles([...held, ...roles], casesOf(context));
    const { id } =
      existing ??
      (await transaction
        .insertInto('staff')
        .values({ ...person, created_at: at, activated_at: null, disabled_at: null })
        .returning('id')
        .executeTakeFirstOrThrow());
    const details = { roles: roles.map(({ role, caseId }) => `${role} ${caseId}`).join(', ') };
    await addRecordEntry(transaction, { kind: 'staff', id }, at, { kind: 'staff-invited', details });
    await grantRoles(transaction, context, id, roles, { asked: null });
    const link = await createStaffLink({ ...context, database: transaction }, id, null);
    return { ...link, isNew: existing === undefined };
  });
}

const readRoles = (database: Database, staffId: string): Promise<RoleInCase[]> =>
  database
    .selectFrom('staff_roles')
    .select(['case_id as caseId', 'role'])
    .where('staff_id', '=', staffId)
    .orderBy('case_id')
    .orderBy('role')
    .execute();

/** Makes a new link for somebody who has not used the first one. */
export async function inviteAgain(context: AccountContext, { id: by }: StaffMember, id: string): Promise<NewLink> {
  const { person, link } = await changeAccounts(context, by, async (transaction) => {
    const invited = await findInvited(transaction, id);
    return { person: invited, link: await createStaffLink({ ...context, database: transaction }, id, by) };
  });
  return handOver(context, person, link);
}

async function handOver(
  context: AccountContext,
  person: { readonly name: string; readonly email: string },
  { address, expiresAt }: Awaited<ReturnType<typeof createStaffLink>>,
): Promise<NewLink> {
  const mailed = await mailInvitation(context, person, address, expiresAt);
  return { link: address, expiresAt: expiresAt.toISOString(), mailed };
}

/** Withdraws an invitation. The account stays, disabled. */
export async function withdrawInvitation(context: AccountContext, { id: by }: StaffMember, id: string): Promise<void> {
  await changeAccounts(context, by, async (transaction) => {
    await findInvited(transaction, id);
    const at = context.now();
    await withdrawStaffLinks({ database: transaction, now: context.now }, id);
    await changed(transaction, id, { disabled_at: at });
    await addRecordEntry(transaction, { kind: 'staff', id }, at, { kind: 'invitation-withdrawn', details: { by } });
  });
}

async function findInvited(transaction: Database, id: string) {
  const person = await transaction
    .selectFrom('staff')
    .select(['name', 'email', 'activated_at', 'disabled_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!person) throw new ProblemError('not-found');
  if (person.activated_at || person.disabled_at) throw new ProblemError('conflict');
  return person;
}

/**
 * Sets the roles of somebody else. What they lose, they lose at once; new roles may wait for a
 * second person. Returns the ID of that request.
 * @throws ProblemError `changed-meanwhile` if the version is not the current one
 */
export async function changeRoles(
  context: AccountContext,
  { id: by }: StaffMember,
  id: string,
  wanted: { readonly roles: readonly RoleInCase[]; readonly reason: string; readonly version: number },
): Promise<string | undefined> {
  const roles = distinctRoles(wanted.roles);
  checkRoles(roles, casesOf(context));
  return changeAccounts(context, by, async (transaction) => {
    await findOther(transaction, { id, by, version: wanted.version });
    const at = context.now();
    const held = await readRoles(transaction, id);
    const requested = (await readRequestedRoles(transaction)).get(id) ?? [];
    const lost = held.filter((each) => !includesRole(roles, each));
    if (lost.some(({ role }) => role === 'admin')) await requireOtherAdmin(transaction, id);
    for (const { caseId, role } of lost) {
      await transaction
        .deleteFrom('staff_roles')
        .where('staff_id', '=', id)
        .where('case_id', '=', caseId)
        .where('role', '=', role)
        .execute();
      const event = { kind: 'role-revoked', details: { by, role, caseId } } as const;
      await addRecordEntry(transaction, { kind: 'staff', id }, at, event);
    }
    await changed(transaction, id, {});
    const added = roles.filter((each) => !includesRole([...held, ...requested], each));
    return grantOrAsk(transaction, context, id, added, { by, reason: cleanText(wanted.reason) });
  });
}

/**
 * Disables the account of somebody else, which ends their sessions and what they asked for at
 * once, or enables it.
 */
export async function changeState(
  context: AppContext,
  { id: by }: StaffMember,
  id: string,
  { disabled, version }: { readonly disabled: boolean; readonly version: number },
): Promise<void> {
  await changeAccounts(context, by, async (transaction) => {
    await findOther(transaction, { id, by, version });
    const at = context.now();
    if (disabled) {
      await requireOtherAdmin(transaction, id);
      await withdrawStaffLinks({ database: transaction, now: context.now }, id);
      await endStaffSessions({ database: transaction, now: context.now }, id);
      await withdrawApprovalsOf(transaction, context, { askedBy: id, by });
    }
    await changed(transaction, id, { disabled_at: disabled ? at : null });
    const kind = disabled ? 'staff-deactivated' : 'staff-reactivated';
    await addRecordEntry(transaction, { kind: 'staff', id }, at, { kind, details: { by } });
  });
}

/** Locks an account for a change. Nobody changes their own. */
async function findOther(
  transaction: Database,
  { id, by, version }: { readonly id: string; readonly by: string; readonly version: number },
): Promise<void> {
  if (id === by) throw new ProblemError('not-permitted', { detail: notYourself });
  const person = await transaction.selectFrom('staff').select('version').where('id', '=', id).executeTakeFirst();
  if (!person) throw new ProblemError('not-found');
  if (person.version !== version) throw new ProblemError('changed-meanwhile');
}

const notYourself = {
  en: 'Nobody changes their own roles or account. Ask another administrator.',
  es: 'Nadie cambia sus propias funciones ni su cuenta. Pídalo a otro administrador.',
};
const lastAdmin = {
  en: 'This is the last administrator who can sign in. Make somebody else administrator first.',
  es: 'Es el último administrador que puede iniciar sesión. Nombre antes a otra persona.',
};

async function requireOtherAdmin(transaction: Database, id: string): Promise<void> {
  if (!(await hasOtherAdmin(transaction, id))) throw new ProblemError('conflict', { detail: lastAdmin });
}

/** Writes an account, whose version goes up. */
async function changed(
  transaction: Database,
  id: string,
  values: { readonly disabled_at?: Date | null },
): Promise<void> {
  await transaction
    .updateTable('staff')
    .set({ ...values, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/**
 * Changes of accounts take turns.
 * @param by the admin who makes it, or null for the operator
 * @throws ProblemError `not-permitted` if they lost the role since their request was admitted
 */
function changeAccounts<Result>(
  { database }: Pick<AppContext, 'database'>,
  by: string | null,
  change: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    await lockAccounts(transaction);
    if (by !== null && !(await isAdmin(transaction, by))) throw new ProblemError('not-permitted');
    return change(transaction);
  });
}

async function isAdmin(transaction: Database, id: string): Promise<boolean> {
  const admin = await transaction
    .selectFrom('staff_roles')
    .innerJoin('staff', 'staff.id', 'staff_id')
    .select('staff_id')
    .where('staff_id', '=', id)
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return admin !== undefined;
}

const casesOf = ({ settlement }: Pick<AppContext, 'settlement'>): string[] =>
  settlement.claimForms.map(({ caseId }) => caseId);
const includesRole = (roles: readonly RoleInCase[], { caseId, role }: RoleInCase): boolean =>
  roles.some((each) => each.caseId === caseId && each.role === role);
const distinctRoles = (roles: readonly RoleInCase[]): RoleInCase[] =>
  roles.filter((each, index) => !includesRole(roles.slice(0, index), each));
