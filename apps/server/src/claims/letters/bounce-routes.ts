import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { problemStatus } from '@redress/contract/problem';
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
      // Nothing of the body is read for a request that is refused by its address or headers.
      async onRequest(request, reply) {
        void reply.header('cache-control', 'no-store');
        if (bounceSecrets.length === 0) throw new ProblemError('not-found');
        await enforceLimit(context, 'bounce-address', request.ip);
        if (!readSignature(request.headers, context.now())) throw new ProblemError('bad-signature');
      },
      onSend(request, reply, _body, done) {
        // The server reads no more of a report that is too long.
        if (reply.statusCode === problemStatus['too-large']) {
          request.raw.pause();
          void reply.header('connection', 'close');
        }
        done();
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
      const { body } = request;
      // Compressed, the report would be signed, and unreadable.
      const isEncoded = (request.headers['content-encoding'] ?? 'identity') !== 'identity';
      if (!Buffer.isBuffer(body) || isEncoded) throw new ProblemError('unsupported-type');
      const signature = readSignature(request.headers, context.now());
      if (!signature || !bounceSecrets.some((secret) => isSigned(body, signature, secret)))
        throw new ProblemError('bad-signature');
      if (!(await takeBounce(context, body))) throw new ProblemError('unavailable', {}, { retryAfterSeconds });
      return reply.code(204).send(null);
    },
  );
}

interface Signature {
  readonly seconds: string;
  readonly hash: string;
}

/** The signature `t=SECONDS,v1=HEX` of a request. Undefined if it is malformed or not recent. */
function readSignature(headers: IncomingHttpHeaders, now: Date): Signature | undefined {
  const [, seconds, hash] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(String(headers['redress-signature'])) ?? [];
  if (seconds === undefined || hash === undefined) return undefined;
  return Math.abs(now.getTime() / 1_000 - Number(seconds)) > toleranceSeconds ? undefined : { seconds, hash };
}

/** Whether a signature is about these bytes. */
const isSigned = (body: Buffer, { seconds, hash }: Signature, secret: string): boolean =>
  equalTexts(createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex'), hash);
