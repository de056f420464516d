import type { SignedIn } from '@redress/contract/console/sign-in';
import type { SignInMethod } from '@redress/contract/console/staff';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { recordStaffEvent } from './record-staff-event.ts';
import { staffCookie } from './staff-access.ts';
import { createStaffSession, endStaffSession } from './staff-sessions.ts';

/**
 * Starts a session for somebody who proved who they are, and sets its cookie. It replaces the
 * session of the request, so that a token that leaked before is worth nothing. Undefined if the
 * account is disabled.
 */
export async function startSession(
  context: Pick<AppContext, 'database' | 'now' | 'log' | 'publicUrl' | 'settlement'>,
  request: FastifyRequest,
  reply: FastifyReply,
  staffId: string,
  method: SignInMethod,
): Promise<SignedIn | undefined> {
  const { now } = context;
  const previous = request.staff;
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
    if (previous) await endStaffSession({ ...context, database }, previous.sessionId);
    const subject = { type: 'staff', id: staffId } as const;
    const details = { method, again: previous?.id === staffId };
    await recordStaffEvent(database, context, { kind: 'signed-in', subject, by: staffId, details });
    return createStaffSession({ database, now }, staffId, { method, userAgent: request.headers['user-agent'] ?? '' });
  });
  if (token === undefined) return undefined;
  staffCookie(context.publicUrl).write(reply, token);
  return { personId: staffId };
}
