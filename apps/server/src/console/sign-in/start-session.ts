import type { SignedIn } from '@redress/contract/console/sign-in';
import type { SignInMethod } from '@redress/contract/console/staff';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleContext } from '../context.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { staffCookie } from './staff-access.ts';
import { awaitRightsEnd, createStaffSession, endStaffSession } from './staff-sessions.ts';

/**
 * Starts a session for somebody who proved who they are, and sets its cookie. It replaces the
 * session of the request, so that a token that leaked before is worth nothing. Undefined if the
 * account is disabled.
 */
export async function startSession(
  context: Pick<ConsoleContext, 'database' | 'now' | 'publicUrl' | 'settlement'>,
  request: FastifyRequest,
  reply: FastifyReply,
  staffId: string,
  {
    method,
    recoveryCode,
    authenticatedAt,
    replaces = request.staff?.sessionId,
  }: {
    readonly method: SignInMethod;
    readonly recoveryCode?: true;
    readonly authenticatedAt?: Date;
    readonly replaces?: string;
  },
): Promise<SignedIn | undefined> {
  const { now } = context;
  const token = await context.database.transaction().execute(async (database) => {
    const person = await database
      .selectFrom('staff')
      .select('id')
      .where('id', '=', staffId)
      .where('disabled_at', 'is', null)
      .where('activated_at', 'is not', null)
      .forShare()
      .executeTakeFirst();
    if (!person) return undefined;
    // Also what unlocks a password: the owner is there.
    await database
      .updateTable('staff_passwords')
      .set({ wrong_codes: 0 })
      .where('staff_id', '=', staffId)
      .where('wrong_codes', '>', 0)
      .execute();
    if (replaces !== undefined) await endStaffSession({ ...context, database }, replaces);
    const session = await createStaffSession({ database, now }, staffId, {
      method,
      userAgent: request.headers['user-agent'] ?? '',
      ...(authenticatedAt && { authenticatedAt }),
    });
    const details = { method, sessionId: session.id, ...(recoveryCode && { recoveryCode }) };
    await addRecordEntry(database, { kind: 'staff', id: staffId }, now(), { kind: 'staff-signed-in', details });
    return session.token;
  });
  if (token === undefined) return undefined;
  if (replaces !== undefined) await awaitRightsEnd(context.database, replaces);
  staffCookie(context.publicUrl).write(reply, token);
  return { personId: staffId };
}
