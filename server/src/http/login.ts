import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ProblemSchema } from '@redress/contract/problem';
import { CredentialsAnswerSchema } from '@redress/contract/session';
import { noticeIdHeader, uniqueIdHeader } from '@redress/contract/wire';
import { parseAnswers } from '@redress/forms/parse-answers';
import type { FoundClassMember } from '../class-members/find-class-member.ts';
import { findClassMember } from '../class-members/find-class-member.ts';
import type { NoticeIds } from '../class-members/unique-id.ts';
import { addressSubject } from '../limits/limits.ts';
import { languageHeaders } from './request-language.ts';
import type { Api, Room } from './room.ts';
import { keepWithinLimits } from './room.ts';

/** `GET /api/login/creds/`: the person on the notice, or an empty answer when the two IDs do not belong together. */
export function addLogin(api: Api, room: Room): void {
  api.get(
    '/login/creds/',
    {
      schema: {
        summary: 'Log in with the two IDs of a mailed notice',
        tags: ['session'],
        headers: Type.Object({
          ...languageHeaders,
          [uniqueIdHeader]: Type.Optional(Type.String({ description: 'Unique ID' })),
          [noticeIdHeader]: Type.Optional(Type.String({ description: 'Notice ID' })),
        }),
        response: {
          200: Type.Union([CredentialsAnswerSchema, Type.Null({ description: 'Empty: nothing matches' })]),
          429: ProblemSchema,
          500: ProblemSchema,
          503: ProblemSchema,
        },
      },
    },
    async (request, reply) => {
      const member = await logIn(room, request, reply, {
        uniqueId: request.headers[uniqueIdHeader],
        noticeId: request.headers[noticeIdHeader],
      });
      if (!member)
        return reply
          .code(200)
          .serializer(() => '')
          .send(null);
      const { noticeId, maskedName: name, claim } = member;
      return { noticeId, name, ...(claim ? { claim } : {}) };
    },
  );
}

/**
 * Looks two IDs up, as they were typed, and gives the browser the login cookie when they belong together. Throws `too-many-requests` when
 * the address or the Notice ID was tried too often.
 */
export async function logIn(
  room: Room,
  request: FastifyRequest,
  reply: FastifyReply,
  typed: { readonly noticeId: unknown; readonly uniqueId: unknown },
): Promise<FoundClassMember | undefined> {
  const ids = readIds(room, typed);
  await keepWithinLimits(room, [
    { limit: 'login-address', subject: addressSubject(request.ip) },
    ...(ids ? [{ limit: 'login-notice' as const, subject: ids.noticeId }] : []),
  ]);
  const formIds = room.settlement.claimForms.filter((form) => form.login === 'required').map((form) => form.id);
  const member = ids && (await findClassMember(room.database, ids, room.keys['login-lookup'], formIds));
  if (!member) return undefined;
  const { noticeId, caseId, maskedName: name } = member;
  room.cookies.writeLogin(reply, { noticeId, caseId, name }, room.now());
  return member;
}

/** The IDs as the login form reads them; IDs that could not have been printed on a notice match nothing. */
function readIds(room: Room, typed: { readonly noticeId: unknown; readonly uniqueId: unknown }): NoticeIds | undefined {
  const parsed = parseAnswers(room.settlement.login, typed, {});
  if (!parsed.ok) return undefined;
  const { noticeId, uniqueId } = parsed.answers;
  return typeof noticeId === 'string' && typeof uniqueId === 'string' ? { noticeId, uniqueId } : undefined;
}
