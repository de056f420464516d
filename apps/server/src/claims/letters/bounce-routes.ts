import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { languageHeaders } from '../../platform/http/request-language.ts';
import { equalTexts } from '../../platform/http/signed-cookies.ts';
import type { ClaimsContext } from '../context.ts';
import { maxBounceBytes, takeBounce } from './read-bounces.ts';

/** An older signature may be a recording, and a sender's clock may be wrong. */
const toleranceSeconds = 5 * 60;
/** The mail server was faster than the record that it took the letter. */
const retryAfterSeconds = 60;

/**
 * `POST /api/mail/bounces` takes a report of a failed delivery from a mail provider, like a file in
 * the folder of bounces. No cookie is read, so it needs no protection against forgery.
 */
export async function bounceRoutes(api: Api, { context }: PluginOptions<ClaimsContext>): Promise<void> {
  const { bounceSecrets = [] } = context;
  const contentType = 'message/rfc822';
  api.addContentTypeParser(contentType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  api.post(
    '/mail/bounces',
    {
      bodyLimit: maxBounceBytes,
      onRequest(_request, reply, done) {
        void reply.header('cache-control', 'no-store');
        done(bounceSecrets.length === 0 ? new ProblemError('not-found') : undefined);
      },
      schema: {
        summary: 'Report a bounce of an email, with a signature',
        tags: ['operation'],
        consumes: [contentType],
        headers: Type.Object({
          ...languageHeaders,
          'redress-signature': Type.Optional(
            Type.String({
              description:
                '`t=SECONDS,v1=HEX`: the time of the request (Unix), and the HMAC-SHA-256 of `SECONDS.BODY` with the shared secret',
            }),
          ),
        }),
        response: {
          204: Type.Null({ description: 'Recorded, or recorded before' }),
          ...problemResponses(401, 404, 413, 415, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      await enforceLimit(context, 'bounce-address', request.ip);
      const { body } = request;
      // Compressed, the report would be signed, and unreadable.
      const isEncoded = (request.headers['content-encoding'] ?? 'identity') !== 'identity';
      if (!Buffer.isBuffer(body) || isEncoded) throw new ProblemError('unsupported-type');
      const signature = request.headers['redress-signature'] ?? '';
      if (!bounceSecrets.some((secret) => isSigned(body, signature, secret, context.now())))
        throw new ProblemError('bad-signature');
      if (!(await takeBounce(context, body))) throw new ProblemError('unavailable', {}, { retryAfterSeconds });
      return reply.code(204).send(null);
    },
  );
}

/** Whether a signature `t=SECONDS,v1=HEX` is about these bytes, and recent. */
function isSigned(body: Buffer, signature: string, secret: string, now: Date): boolean {
  const [, seconds, given] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(signature) ?? [];
  if (seconds === undefined || given === undefined) return false;
  if (Math.abs(now.getTime() / 1_000 - Number(seconds)) > toleranceSeconds) return false;
  return equalTexts(createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex'), given);
}
