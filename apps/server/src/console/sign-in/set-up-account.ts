import { cleanText } from '../clean-text.ts';
import type { RowHashes } from '../../platform/history/entries.ts';
import type { NewAccount, SetupLink } from '@redress/contract/console/sign-in';
import { everyCase, type RoleInCase, type SignInMethod } from '@redress/contract/console/staff';
import { sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import { violatedUniqueConstraint } from '../../platform/database/database-errors.ts';
import type { Database } from '../../platform/database/pool.ts';
import { invalidField, ProblemError } from '../../platform/http/problem.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { findStaffLink, hasStaff, markLinkUsed, type StaffLink, withdrawStaffLinks } from './staff-links.ts';
import { rolesOfStaff } from './staff-roles.ts';
import { awaitRightsEnd, createStaffSession, endStaffSessions, lockAccount } from './staff-sessions.ts';
import { deletedRow, hashRow } from '../../platform/history/row-hashes.ts';
import type { Keys } from '../../platform/keys/keys.ts';

/** Accounts change one at a time, so that two admins cannot remove each other at once. */
const accountsLock = 7_324_916;

export async function lockAccounts(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${accountsLock})`.execute(transaction);
}

/** The owner of a link: an existing account, or the one that the link will set up. */
export interface LinkOwner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly kind: SetupLink['kind'];
  readonly roles: readonly RoleInCase[];
}

/** The person that a link is for. The account of the first person gets the ID of the link. */
export async function findLinkOwner(database: Database, link: StaffLink): Promise<LinkOwner> {
  if (link.staffId === null) return { id: link.id, name: '', email: '', kind: 'first', roles: [] };
  const { activated_at: activatedAt, ...person } = await database
    .selectFrom('staff')
    .select(['id', 'name', 'email', 'activated_at', rolesOfStaff.as('roles')])
    .where('id', '=', link.staffId)
    .executeTakeFirstOrThrow();
  return { ...person, kind: activatedAt === null ? 'invitation' : 'recovery' };
}

/** The name and email address that an account will have. An invitation fixes the address. */
export function describeOwner(
  owner: LinkOwner,
  entered: NewAccount,
): { readonly name: string; readonly email: string } {
  const name = owner.kind === 'recovery' ? owner.name : cleanText(entered.name);
  const email = owner.kind === 'first' ? normalizeEmail(entered.email) : owner.email;
  checkPerson({ name, email });
  return { name, email };
}

/** @throws ProblemError `invalid-answers` for an impossible name or email address */
export function checkPerson({ name, email }: { readonly name: string; readonly email: string }): void {
  const isEmail = /^[^\s@<>"]+@[^\s@<>"]+$/u.test(email) && email.length <= 320;
  const errors = [
    ...(name === '' ? [{ field: 'name', rule: 'required', message: 'Enter a name.' }] : []),
    ...(isEmail
      ? []
      : [{ field: 'email', rule: 'email', message: 'Enter an email address, such as name@example.com.' }]),
  ];
  if (errors.length > 0) throw new ProblemError('invalid-answers', { errors });
}

/** Changes accounts. @throws ProblemError `invalid-answers` if an email address is taken */
export async function refuseTakenEmail<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (violatedUniqueConstraint(error) !== 'staff_by_email') throw error;
    throw invalidField('email', 'unique', 'An account with this email address already exists.');
  }
}

export const normalizeEmail = (email: string): string => cleanText(email).toLowerCase();

/**
 * Stores a way to sign in for the account, in the same transaction, and returns the details for the
 * history. Throws if it is refused.
 */
type AddMethod = (transaction: Database, staffId: string) => Promise<RowHashes>;

/**
 * Uses a link: creates or activates the account, adds a way to sign in, and starts a session. The
 * first person becomes admin. For a person with an account, it replaces every way to sign in.
 * Returns the token of the session.
 * @throws ProblemError `link-not-valid`, or `invalid-answers` for the name or email address
 */
export async function setUpAccount(
  context: Pick<ConsoleContext, 'database' | 'keys' | 'now'>,
  entered: NewAccount,
  {
    method,
    addMethod,
    userAgent,
  }: { readonly method: SignInMethod; readonly addMethod: AddMethod; readonly userAgent: string },
): Promise<{ readonly staffId: string; readonly session: string }> {
  const at = context.now();
  const joined = await refuseTakenEmail(() =>
    context.database.transaction().execute(async (transaction) => {
      await lockAccounts(transaction);
      const link = await findStaffLink({ database: transaction, now: context.now }, entered.token);
      if (link.staffId !== null) await lockAccount(transaction, link.staffId);
      const owner = await findLinkOwner(transaction, link);
      const { name, email } = describeOwner(owner, entered);
      if (owner.kind === 'first')
        await createFirstAccount(transaction, context.keys, owner.id, { name, email, at }, entered);
      else
        await transaction
          .updateTable('staff')
          .set({ name, activated_at: sql`coalesce(activated_at, ${at})` })
          .where('id', '=', owner.id)
          .where('disabled_at', 'is', null)
          .returning('id')
          .executeTakeFirstOrThrow(() => new ProblemError('link-not-valid'));
      // A person with a lost or stolen device is signed out, and cannot sign in with it again.
      if (owner.kind === 'recovery') await removeEveryMethod(transaction, context.keys, owner.id, at);
      const added = await addMethod(transaction, owner.id);
      await markLinkUsed(transaction, link, at);
      await endStaffSessions({ database: transaction, now: context.now }, owner.id);
      const session = await createStaffSession({ database: transaction, now: context.now }, owner.id, {
        method,
        userAgent,
      });
      const record = { kind: 'staff', id: owner.id } as const;
      const details = { method, link: owner.kind, sessionId: session.id };
      await addRecordEntry(transaction, record, at, { kind: 'staff-joined', details, rows: added });
      return { staffId: owner.id, session: session.token };
    }),
  );
  await awaitRightsEnd(context.database, joined.staffId);
  return joined;
}

async function removeEveryMethod(transaction: Database, keys: Keys, staffId: string, at: Date): Promise<void> {
  const remove = (table: 'staff_passwords' | 'staff_identities' | 'staff_recovery_codes') =>
    transaction.deleteFrom(table).where('staff_id', '=', staffId).returning('staff_id').execute();
  await remove('staff_recovery_codes');
  const passkeys = await transaction
    .deleteFrom('staff_passkeys')
    .where('staff_id', '=', staffId)
    .returning('id')
    .execute();
  const removed: { readonly method: SignInMethod; readonly rows?: RowHashes }[] = [
    ...passkeys.map((passkey) => ({ method: 'passkey' as const, rows: deletedRow('staff_passkeys', passkey, keys) })),
    ...(await remove('staff_passwords')).map(() => ({ method: 'password' as const })),
    ...(await remove('staff_identities')).map(() => ({ method: 'oidc' as const })),
  ];
  for (const { method, ...rows } of removed) {
    const event = { kind: 'credential-removed', details: { method }, ...rows } as const;
    await addRecordEntry(transaction, { kind: 'staff', id: staffId }, at, event);
  }
}

async function createFirstAccount(
  transaction: Database,
  keys: Keys,
  id: string,
  { name, email, at }: { readonly name: string; readonly email: string; readonly at: Date },
  { worksWithClaims }: NewAccount,
): Promise<void> {
  if (await hasStaff(transaction)) throw new ProblemError('link-not-valid');
  await withdrawStaffLinks({ database: transaction, now: () => at }, null);
  await transaction
    .insertInto('staff')
    .values({ id, name, email, created_at: at, activated_at: at, disabled_at: null })
    .execute();
  const roles = worksWithClaims ? (['admin', 'reviewer', 'supervisor'] as const) : (['admin'] as const);
  const granted = await transaction
    .insertInto('staff_roles')
    .values(roles.map((role) => ({ staff_id: id, case_id: everyCase, role, granted_at: at, granted_by: null })))
    .returningAll()
    .execute();
  for (const row of granted)
    await addRecordEntry(transaction, { kind: 'staff', id }, at, {
      kind: 'role-granted',
      details: { role: row.role, caseId: everyCase },
      rows: hashRow('staff_roles', row, keys),
    });
}
