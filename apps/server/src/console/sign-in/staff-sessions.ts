import { hash, randomBytes } from 'node:crypto';
import type { RoleInCase, SignInMethod } from '@redress/contract/console/staff';
import { caseIdsOf } from '@redress/contract/settlement';
import { type Selectable, sql } from 'kysely';
import type { StaffSessionRow } from '@redress/contract/console/staff-admin';
import type { ConsoleContext } from '../context.ts';
import { type Database, transactionCheck } from '../../platform/database/pool.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { type PermittedCases, permittedCases } from './permissions.ts';
import { rolesOfStaff } from './staff-roles.ts';
import type { StaffTable } from './tables.ts';

/** Without use, a session ends after this time. */
export const idleSeconds = 30 * 60;
/** A session ends after this time, even when it is used. */
const maxSeconds = 10 * 60 * 60;
/** A sensitive action needs a sign-in within this time. */
const freshSeconds = 5 * 60;
/** The precision of the last use. A lower number would mean a write for each request. */
const touchSeconds = 60;

/** A person who is signed in. */
export interface StaffMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly sessionId: string;
  readonly method: SignInMethod;
  readonly roles: readonly RoleInCase[];
  /** The cases in which the person has each permission. */
  readonly permitted: PermittedCases;
  /** Whether the person signed in within the last minutes. */
  readonly isFresh: boolean;
  /** Seconds until the session ends, unless it is used. */
  readonly secondsLeft: number;
  /** Whether use extends the session. */
  readonly isExtendable: boolean;
}

type SessionContext = Pick<ConsoleContext, 'database' | 'now' | 'settlement'>;

/** Starts a session. Only the hash of its token is stored. */
export async function createStaffSession(
  { database, now }: Pick<ConsoleContext, 'database' | 'now'>,
  staffId: string,
  {
    method,
    userAgent,
    authenticatedAt = now(),
  }: { readonly method: SignInMethod; readonly userAgent: string; readonly authenticatedAt?: Date },
): Promise<{ readonly id: string; readonly token: string }> {
  const token = randomBytes(32).toString('base64url');
  const at = now();
  const { id } = await database
    .insertInto('staff_sessions')
    .values({
      token_hash: hashToken(token),
      staff_id: staffId,
      created_at: at,
      last_used_at: at,
      authenticated_at: authenticatedAt,
      method,
      user_agent: stripNulAndSurrogates(userAgent).slice(0, 500),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

/** The person of a token, with their current roles. Undefined when the session has ended. */
export async function findStaffSession(
  context: SessionContext,
  token: string,
  { isUse = true }: { readonly isUse?: boolean } = {},
): Promise<StaffMember | undefined> {
  const { database, settlement } = context;
  const now = context.now();
  const row = await database
    .selectFrom('staff_sessions as session')
    .innerJoin('staff', 'staff.id', 'session.staff_id')
    .select(['staff.id', 'staff.name', 'staff.email', 'session.id as sessionId', 'session.method'])
    .select(['session.created_at as createdAt', 'last_used_at as lastUsedAt', 'authenticated_at as authenticatedAt'])
    .select(rolesOfStaff.as('roles'))
    .where('session.token_hash', '=', hashToken(token))
    .where('session.ended_at', 'is', null)
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { createdAt, lastUsedAt, authenticatedAt, ...person } = row;
  const secondsSince = (moment: Date) => (now.getTime() - moment.getTime()) / 1_000;
  const untilMax = Math.floor(maxSeconds - secondsSince(createdAt));
  const untilIdle = Math.floor(idleSeconds - secondsSince(lastUsedAt));
  if (untilIdle < 0 || untilMax <= 0) return undefined;
  const isTouched = isUse && secondsSince(lastUsedAt) > touchSeconds;
  if (isTouched) await touch(context, person.sessionId);
  const idleLeft = isTouched ? idleSeconds : untilIdle;
  return {
    ...person,
    permitted: permittedCases(person.roles, caseIdsOf(settlement)),
    isFresh: secondsSince(authenticatedAt) <= freshSeconds,
    secondsLeft: Math.min(idleLeft, untilMax),
    isExtendable: untilMax > idleLeft,
  };
}

async function touch({ database, now }: SessionContext, sessionId: string): Promise<void> {
  await database
    .updateTable('staff_sessions')
    .set({ last_used_at: now() })
    .where('id', '=', sessionId)
    .where('last_used_at', '<', now())
    .execute();
}

export async function endStaffSession({ database, now }: SessionContext, sessionId: string): Promise<void> {
  await database
    .updateTable('staff_sessions')
    .set({ ended_at: now() })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** A condition on `staff_sessions`: the session has not ended. */
export function isLive(now: Date) {
  const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
  return sql<boolean>`(ended_at is null and last_used_at >= ${secondsAgo(idleSeconds)} and created_at > ${secondsAgo(maxSeconds)})`;
}

/** The sessions of a person that have not ended, the most recently used first. */
export async function listStaffSessions(
  { database, now }: Pick<ConsoleContext, 'database' | 'now'>,
  staffId: string,
  currentId: string,
): Promise<StaffSessionRow[]> {
  const rows = await database
    .selectFrom('staff_sessions')
    .select(['id', 'user_agent as device', 'method', 'created_at as startedAt', 'last_used_at as lastUsedAt'])
    .where('staff_id', '=', staffId)
    .where(isLive(now()))
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ startedAt, lastUsedAt, ...row }) => ({
    ...row,
    startedAt: startedAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isCurrent: row.id === currentId,
  }));
}

/** The sessions to end: one, or all but one. */
interface RevokedSessions {
  readonly only?: string;
  /** A session that continues. */
  readonly except?: string;
}

/**
 * Ends a session of a person, or all of them, and records who ended it. Admitted transactions
 * finish first.
 * @throws ProblemError `not-found` without such a session
 */
export async function revokeStaffSessions(
  { database, now }: Pick<ConsoleContext, 'database' | 'now'>,
  staffId: string,
  by: string,
  which: RevokedSessions,
): Promise<void> {
  const ended = await database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, staffId);
    return revokeSessionsIn(transaction, { staffId, by, at: now() }, which);
  });
  for (const id of ended) await awaitRightsEnd(database, id);
}

/** Like `revokeStaffSessions`, with the account locked. Returns IDs for `awaitRightsEnd`. */
export async function revokeSessionsIn(
  transaction: Database,
  { staffId, by, at }: { readonly staffId: string; readonly by: string; readonly at: Date },
  { only, except }: RevokedSessions,
): Promise<string[]> {
  let query = transaction
    .updateTable('staff_sessions')
    .set({ ended_at: at })
    .where('staff_id', '=', staffId)
    .where(isLive(at));
  if (only !== undefined) query = query.where('id', '=', only);
  if (except !== undefined) query = query.where('id', '<>', except);
  const ended = await query.returning('id').execute();
  if (only !== undefined && ended.length === 0) throw new ProblemError('not-found');
  for (const { id: sessionId } of ended) {
    const event = { kind: 'session-revoked', details: { by, sessionId } } as const;
    await addRecordEntry(transaction, { kind: 'staff', id: staffId }, at, event);
  }
  return ended.map(({ id }) => id);
}

/** The advisory locks of the rights of an account or a session. The number is arbitrary. */
const rightsLock = 7_324_935;

/**
 * Holds the rights of accounts and sessions until the transaction ends, so that taking them away
 * waits. Call it before locking rows.
 */
export async function holdRights(transaction: Database, ...holders: readonly string[]): Promise<void> {
  const held = holders.map((holder) => sql`pg_advisory_xact_lock_shared(${rightsLock}, hashtext(${holder}))`);
  await sql`select ${sql.join(held)}`.execute(transaction);
}

/**
 * Waits for transactions that the rights of an account or a session have admitted. Call it after
 * the rights were taken away and committed, so that later transactions are refused.
 */
export async function awaitRightsEnd(database: Database, holder: string): Promise<void> {
  // The sender's own rights no longer matter here, and checking them would wait for other people's
  // rights.
  await transactionCheck.exit(() =>
    database
      .transaction()
      .execute((transaction) =>
        sql`select pg_advisory_xact_lock(${rightsLock}, hashtext(${holder}))`.execute(transaction),
      ),
  );
}

/**
 * Locks an account until the transaction ends. Call it before adding or removing a way to sign in,
 * starting or ending sessions, or changing roles or state, and read afterwards. It checks the
 * sender's rights again, which may have ended while it waited.
 */
export async function lockAccount(
  transaction: Database,
  staffId: string,
): Promise<Pick<Selectable<StaffTable>, 'version' | 'activated_at' | 'disabled_at'> | undefined> {
  const account = await transaction
    .selectFrom('staff')
    .select(['version', 'activated_at', 'disabled_at'])
    .where('id', '=', staffId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  await transactionCheck.getStore()?.(transaction);
  return account;
}

/** Ends all sessions of a person, whose account the transaction has locked. */
export async function endStaffSessions(
  { database, now }: Pick<ConsoleContext, 'database' | 'now'>,
  staffId: string,
): Promise<void> {
  await database
    .updateTable('staff_sessions')
    .set({ ended_at: now() })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .execute();
}

/** The stored form of session and link tokens. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
