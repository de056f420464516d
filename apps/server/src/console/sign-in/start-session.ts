import type { SignedIn } from '@redress/contract/console/sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { isRecoveryCode } from './recovery-codes.ts';
import { staffCookie } from './staff-access.ts';
import { hasPassword } from './staff-passwords.ts';
import { awaitRightsEnd, createStaffSession, endStaffSession, lockAccount } from './staff-sessions.ts';

/** The way to sign in with which a person proved their identity. */
type UsedMethod =
  | { readonly method: 'passkey'; readonly id: Buffer }
  | { readonly method: 'password'; readonly hash: string; readonly recoveryCode?: string }
  | { readonly method: 'oidc'; readonly issuer: string; readonly subject: string };

/**
 * Starts a session for a person who proved their identity, and sets its cookie. It replaces the
 * session of the request, so that a leaked older token is worthless. Undefined if the account is
 * disabled, or the way to sign in was removed meanwhile.
 */
export async function startSession(
  context: Pick<ConsoleContext, 'database' | 'now' | 'publicUrl' | 'settlement'>,
  request: FastifyRequest,
  reply: FastifyReply,
  staffId: string,
  {
    used,
    authenticatedAt,
    replaces = request.staff?.sessionId,
  }: {
    readonly used: UsedMethod;
    readonly authenticatedAt?: Date;
    readonly replaces?: string;
  },
): Promise<SignedIn | undefined> {
  const { now } = context;
  const token = await context.database.transaction().execute(async (database) => {
    const account = await lockAccount(database, staffId);
    if (!account?.activated_at || account.disabled_at !== null) return undefined;
    if (!(await isStillThere(database, staffId, used))) return undefined;
    // Also unlocks the password, because its owner is present.
    await database
      .updateTable('staff_passwords')
      .set({ wrong_codes: 0 })
      .where('staff_id', '=', staffId)
      .where('wrong_codes', '>', 0)
      .execute();
    if (replaces !== undefined) await endStaffSession({ ...context, database }, replaces);
    const session = await createStaffSession({ database, now }, staffId, {
      method: used.method,
      userAgent: request.headers['user-agent'] ?? '',
      ...(authenticatedAt && { authenticatedAt }),
    });
    const hasUsedCode = used.method === 'password' && used.recoveryCode !== undefined;
    const details = { method: used.method, sessionId: session.id, ...(hasUsedCode && { recoveryCode: true as const }) };
    await addRecordEntry(database, { kind: 'staff', id: staffId }, now(), { kind: 'staff-signed-in', details });
    return session.token;
  });
  if (token === undefined) return undefined;
  if (replaces !== undefined) await awaitRightsEnd(context.database, replaces);
  staffCookie(context.publicUrl).write(reply, token);
  return { personId: staffId };
}

/** Whether the account still has the sign-in method that was used. The account's row is locked. */
async function isStillThere(database: Database, staffId: string, used: UsedMethod): Promise<boolean> {
  switch (used.method) {
    case 'passkey': {
      const passkeys = database.selectFrom('staff_passkeys').select('id').where('id', '=', used.id);
      return (await passkeys.where('staff_id', '=', staffId).executeTakeFirst()) !== undefined;
    }
    case 'password':
      return (
        (await hasPassword(database, staffId, used.hash)) &&
        (used.recoveryCode === undefined || isRecoveryCode({ database }, staffId, used.recoveryCode, { isUsed: true }))
      );
    case 'oidc': {
      const { issuer, subject } = used;
      const identities = database.selectFrom('staff_identities').select('subject').where('staff_id', '=', staffId);
      const found = identities.where('issuer', '=', issuer).where('subject', '=', subject);
      return (await found.executeTakeFirst()) !== undefined;
    }
  }
}
