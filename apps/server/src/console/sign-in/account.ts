import type { RowHashes } from '../../platform/history/entries.ts';
import type { Account } from '@redress/contract/console/account';
import { sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { signInMethods } from './passkeys.ts';
import { listStaffSessions, lockAccount, type StaffMember } from './staff-sessions.ts';
import { deletedRow } from '../../platform/history/row-hashes.ts';
import type { Keys } from '../../platform/keys/keys.ts';

type AccountContext = Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'publicUrl' | 'oidc'>;

/** Reads a person's ways to sign in, and their sessions. */
export async function readAccount(
  context: Omit<AccountContext, 'keys'>,
  { id, sessionId }: StaffMember,
): Promise<Account> {
  const { database } = context;
  const passkeys = await database
    .selectFrom('staff_passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'backed_up'])
    .where('staff_id', '=', id)
    .orderBy('created_at')
    .execute();
  const password = await database
    .selectFrom('staff_passwords')
    .select(['created_at', 'last_used_at'])
    .where('staff_id', '=', id)
    .executeTakeFirst();
  const codes = await database
    .selectFrom('staff_recovery_codes')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('staff_id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  const identity = await database
    .selectFrom('staff_identities')
    .select(['issuer', 'email'])
    .where('staff_id', '=', id)
    .executeTakeFirst();
  return {
    methods: signInMethods(context),
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id.toString('base64url'),
      name: passkey.name,
      createdAt: passkey.created_at.toISOString(),
      lastUsedAt: passkey.last_used_at?.toISOString() ?? null,
      isSynchronized: passkey.backed_up,
    })),
    password: password
      ? {
          createdAt: password.created_at.toISOString(),
          lastUsedAt: password.last_used_at?.toISOString() ?? null,
          lockedAt: (await findLock(database, id, password.created_at))?.toISOString() ?? null,
        }
      : null,
    recoveryCodesLeft: codes.left,
    identity: identity ? { issuer: identity.issuer, email: identity.email ?? '' } : null,
    sessions: await listStaffSessions(context, id, sessionId),
  };
}

/** The last time the password was locked, for its owner: any sign-in unlocks it. */
async function findLock(database: Database, staffId: string, setAt: Date): Promise<Date | undefined> {
  const lock = await database
    .selectFrom('record_history')
    .select('at')
    .where('record_kind', '=', 'staff')
    .where('record_id', '=', staffId)
    .where('kind', '=', 'password-locked')
    .where('at', '>', setAt)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return lock?.at;
}

export type RemovedMethod =
  | { readonly method: 'passkey'; readonly id: Buffer }
  | { readonly method: 'password' | 'oidc' };

/**
 * Removes a way to sign in. The last one stays.
 * @throws ProblemError `conflict` for the last one, `not-found` without such a method
 */
export async function removeMethod(context: AccountContext, staffId: string, removed: RemovedMethod): Promise<void> {
  const { database, keys, now } = context;
  await database.transaction().execute(async (transaction) => {
    // Two removals at once must not remove the last way to sign in.
    await lockAccount(transaction, staffId);
    const deleted = await deleteMethod(transaction, keys, staffId, removed);
    if (!deleted) throw new ProblemError('not-found');
    if (!(await hasMethod(transaction, staffId, signInMethods(context))))
      throw consoleProblem('conflict', 'This is your only way to sign in. Add another one first.');
    const event = { kind: 'credential-removed', details: { method: removed.method }, rows: deleted } as const;
    await addRecordEntry(transaction, { kind: 'staff', id: staffId }, now(), event);
  });
}

/** Returns the details for the history; undefined if there is no such method. */
async function deleteMethod(
  transaction: Database,
  keys: Keys,
  staffId: string,
  removed: RemovedMethod,
): Promise<RowHashes | undefined> {
  const deleteFrom = async (table: 'staff_identities' | 'staff_passwords') => {
    const { numDeletedRows } = await transaction.deleteFrom(table).where('staff_id', '=', staffId).executeTakeFirst();
    return numDeletedRows === 0n ? undefined : {};
  };
  switch (removed.method) {
    case 'passkey': {
      const passkey = await transaction
        .deleteFrom('staff_passkeys')
        .where('staff_id', '=', staffId)
        .where('id', '=', removed.id)
        .returning('id')
        .executeTakeFirst();
      return passkey && deletedRow('staff_passkeys', passkey, keys);
    }
    case 'oidc':
      return deleteFrom('staff_identities');
    case 'password':
      await transaction.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute();
      return deleteFrom('staff_passwords');
  }
}

/** Whether a person has a way to sign in that this installation offers. */
async function hasMethod(
  transaction: Database,
  staffId: string,
  { passkeys, oidc }: ReturnType<typeof signInMethods>,
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select (${passkeys}::boolean and exists (select from staff_passkeys where staff_id = ${staffId}))
      or exists (select from staff_passwords where staff_id = ${staffId})
      or (${oidc !== null}::boolean and exists (select from staff_identities where staff_id = ${staffId})) as has`.execute(
    transaction,
  );
  return rows[0]?.has === true;
}
