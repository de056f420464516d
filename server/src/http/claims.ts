import { Type } from 'typebox';
import { CreatedClaimSchema } from '@redress/contract/claims';
import { ProblemSchema } from '@redress/contract/problem';
import { idempotencyHeader, idempotencyKeyPattern } from '@redress/contract/wire';
import type { ClaimForm } from '@redress/forms/definition';
import { readClaimRequest } from '../claims/claim-request.ts';
import type { Filed } from '../claims/file-claim.ts';
import { fileClaim } from '../claims/file-claim.ts';
import { addressSubject } from '../limits/limits.ts';
import { claimBodySchema } from './claim-body-schema.ts';
import { ProblemError } from './problem.ts';
import type { Api, Room } from './room.ts';
import { keepWithinLimits } from './room.ts';

/** `POST /api/<resource>`: files a claim. `versions`: the published versions of one form, the newest last. */
export function addClaims(api: Api, room: Room, versions: readonly [ClaimForm, ...ClaimForm[]]): void {
  const newest = versions.at(-1) ?? versions[0];
  api.post(
    `/${newest.resource}`,
    {
      bodyLimit: Math.max(...versions.map((form) => form.maxBodyBytes)),
      // The body is described here and judged by `parseAnswers` alone, which knows each field's messages.
      validatorCompiler: () => () => true,
      schema: {
        summary: `File a claim: ${newest.title}`,
        tags: ['claims'],
        headers: Type.Object({
          [idempotencyHeader]: Type.Optional(
            Type.String({
              pattern: idempotencyKeyPattern.source,
              description: 'One per filled-in form; the same request may be sent again with it',
            }),
          ),
        }),
        body: claimBodySchema(newest),
        response: {
          201: CreatedClaimSchema,
          400: ProblemSchema,
          401: ProblemSchema,
          403: ProblemSchema,
          409: ProblemSchema,
          410: ProblemSchema,
          413: ProblemSchema,
          415: ProblemSchema,
          422: ProblemSchema,
          429: ProblemSchema,
          500: ProblemSchema,
          503: ProblemSchema,
        },
      },
    },
    async (request, reply) => {
      const idempotencyKey = readIdempotencyKey(request.headers[idempotencyHeader]);
      const address = addressSubject(request.ip);
      await keepWithinLimits(room, [{ limit: 'claim-address', subject: address }]);
      const login = room.cookies.readLogin(request, room.now());
      const body: unknown = request.body;
      const filed = await fileClaim(room, readClaimRequest(versions, body), {
        address,
        language: 'en',
        ...(login ? { noticeId: login.noticeId, caseId: login.caseId } : {}),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      });
      const claim = claimOf(filed);
      room.cookies.rememberClaim(request, reply, claim.claimNumber);
      return reply.code(201).send(claim);
    },
  );
}

function claimOf(filed: Filed) {
  switch (filed.outcome) {
    case 'filed':
    case 'filed-before':
      return filed.claim;
    case 'other-answers': {
      const { claimNumber, dateCreated } = filed.claim;
      throw new ProblemError('key-used-for-other-answers', { claim: { claimNumber, dateCreated } });
    }
    case 'login-required':
      throw new ProblemError('login-required');
    case 'closed':
      throw new ProblemError('filing-closed');
    case 'too-many':
      throw new ProblemError('too-many-requests', {}, { retryAfterSeconds: filed.retryAfterSeconds });
    case 'invalid':
      throw new ProblemError('invalid-answers', { errors: [...filed.errors] });
  }
}

function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && idempotencyKeyPattern.test(header)) return header;
  throw new ProblemError('bad-request', {
    detail: 'The idempotency key must have 16 to 64 letters, digits, hyphens or underscores.',
  });
}
