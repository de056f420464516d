import type { RoleInCase } from '@redress/contract/console/staff';
import type { Person } from '@redress/contract/console/staff-admin';
import { caseIdsOf } from '@redress/contract/settlement';
import { sql } from 'kysely';
import { cleanText } from '../clean-text.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { lockApprovalsOf, withdrawApprovalsOf } from '../approvals/decide-approval.ts';
import { giveBackOutside } from '../quality/second-reviews.ts';
import { checkRoles, grantOrAsk, hasOtherAdmin, readRequestedRoles } from './role-grants.ts';
import { permittedCases } from '../sign-in/permissions.ts';
import { lockAccounts } from '../sign-in/set-up-account.ts';
import { withdrawStaffLinks } from '../sign-in/staff-links.ts';
import { readRoles, rolesOfStaff } from '../sign-in/staff-roles.ts';
import { awaitRightsEnd, endStaffSessions, lockAccount, type StaffMember } from '../sign-in/staff-sessions.ts';
import { deletedRow } from '../../platform/history/row-hashes.ts';

/** SQL: the account that sent the newest invitation of a `staff` row. Null: the operator. */
export const invitedBy = sql<string | null>`(
  select details->>'by' from record_history
  where record_kind = 'staff' and record_id = staff.id::text and kind = 'staff-invited'
  order by position desc limit 1)`;

/** Reads all accounts, or one, ordered by name. */
export async function readPeople(
  { database, now }: Pick<ConsoleContext, 'database' | 'now'>,
  id?: string,
): Promise<Person[]> {
  const at = now();
  let query = database
    .selectFrom('staff')
    .select(['id', 'name', 'email', 'version', 'activated_at', 'disabled_at'])
    .select(rolesOfStaff.as('roles'))
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
    .select(invitedBy.as('invitedBy'))
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
    invitedBy: row.invitedBy,
    version: row.version,
  }));
}

/**
 * Sets another person's roles. Removed roles end at once; new roles may need a second person's
 * approval. Returns the ID of that request.
 * @throws ProblemError `changed-meanwhile` if the version is not the current one
 */
export async function changeRoles(
  context: Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement'>,
  { id: by }: StaffMember,
  id: string,
  wanted: { readonly roles: readonly RoleInCase[]; readonly reason: string; readonly version: number },
): Promise<string | undefined> {
  const roles = distinctRoles(wanted.roles);
  const allCases = caseIdsOf(context.settlement);
  checkRoles(roles, allCases);
  const change = async (transaction: Database) => {
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
      const rows = deletedRow('staff_roles', { staff_id: id, case_id: caseId, role }, context.keys);
      const event = { kind: 'role-revoked', details: { by, role, caseId }, rows } as const;
      await addRecordEntry(transaction, { kind: 'staff', id }, at, event);
    }
    if (lost.length > 0) {
      const cases = permittedCases(await readRoles(transaction, id), allCases).decide;
      await giveBackOutside(transaction, { staffId: id, cases, at, by });
    }
    await updateAccount(transaction, id, {});
    const added = roles.filter((each) => !includesRole([...held, ...requested], each));
    return grantOrAsk(transaction, context, id, added, { by, reason: cleanText(wanted.reason) });
  };
  return changeAccounts(context, by, change, id);
}

/**
 * Disables another person's account, which at once ends their sessions and withdraws their open
 * requests, or enables it.
 */
export async function changeState(
  context: ConsoleContext,
  { id: by }: StaffMember,
  id: string,
  { disabled, version }: { readonly disabled: boolean; readonly version: number },
): Promise<void> {
  const change = async (transaction: Database) => {
    // Locked before the account, in the same order as when a request is decided.
    if (disabled) await lockApprovalsOf(transaction, id);
    await findOther(transaction, { id, by, version });
    const at = context.now();
    if (disabled) {
      await requireOtherAdmin(transaction, id);
      await withdrawStaffLinks({ database: transaction, now: context.now }, id);
      await endStaffSessions({ database: transaction, now: context.now }, id);
      await withdrawApprovalsOf(transaction, context, { askedBy: id, by });
      await giveBackOutside(transaction, { staffId: id, cases: [], at, by });
    }
    await updateAccount(transaction, id, { disabled_at: disabled ? at : null });
    const kind = disabled ? 'staff-deactivated' : 'staff-reactivated';
    await addRecordEntry(transaction, { kind: 'staff', id }, at, { kind, details: { by } });
  };
  await changeAccounts(context, by, change, id);
}

/** Locks another person's account for a change. People cannot change their own. */
async function findOther(
  transaction: Database,
  { id, by, version }: { readonly id: string; readonly by: string; readonly version: number },
): Promise<void> {
  if (id === by)
    throw consoleProblem('not-permitted', 'You can’t change your own roles or account. Ask another administrator.');
  const person = await lockAccount(transaction, id);
  if (!person) throw new ProblemError('not-found');
  if (person.version !== version) throw new ProblemError('changed-meanwhile');
}

async function requireOtherAdmin(transaction: Database, id: string): Promise<void> {
  if (!(await hasOtherAdmin(transaction, id)))
    throw consoleProblem(
      'conflict',
      'This is the last administrator who can sign in. Make someone else an administrator first.',
    );
}

/** Writes an account and raises its version. */
export async function updateAccount(
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
 * Makes changes to accounts, one at a time.
 * @param by the admin who makes the change, or null for the operator
 * @param losing the account that may lose rights: requests already admitted with these rights
 *   finish first
 * @throws ProblemError `not-permitted` if the admin lost the role since the request was admitted
 */
export async function changeAccounts<Result>(
  { database }: Pick<ConsoleContext, 'database'>,
  by: string | null,
  change: (transaction: Database) => Promise<Result>,
  losing?: string,
): Promise<Result> {
  const result = await database.transaction().execute(async (transaction) => {
    await lockAccounts(transaction);
    if (by !== null && !(await isAdmin(transaction, by))) throw new ProblemError('not-permitted');
    return change(transaction);
  });
  if (losing !== undefined) await awaitRightsEnd(database, losing);
  return result;
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

const includesRole = (roles: readonly RoleInCase[], { caseId, role }: RoleInCase): boolean =>
  roles.some((each) => each.caseId === caseId && each.role === role);
export const distinctRoles = (roles: readonly RoleInCase[]): RoleInCase[] =>
  roles.filter((each, index) => !includesRole(roles.slice(0, index), each));
