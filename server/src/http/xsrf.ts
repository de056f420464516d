import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { xsrfCookie, xsrfHeader } from '@redress/contract/wire';
import { keyedHash } from '../keys.ts';
import { ProblemError } from './problem.ts';
import { cookieOptions, equalTexts } from './signed-cookies.ts';

/**
 * Against requests that another website makes a browser send: a token in a cookie that the page's script must repeat in a header. The
 * token carries a keyed hash, so that a cookie planted from a neighbouring host does not count.
 */
export function guardAgainstForgery(
  api: FastifyInstance,
  options: { readonly keys: readonly [Buffer, ...Buffer[]]; readonly secure: boolean },
): void {
  const isOurs = (token: string) => {
    const [random = '', hash = ''] = token.split('.');
    return random !== '' && options.keys.some((key) => equalTexts(hash, hashOf(random, key)));
  };
  api.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const token = request.cookies[xsrfCookie] ?? '';
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (isOurs(token)) return;
      const random = randomBytes(18).toString('base64url');
      void reply.setCookie(xsrfCookie, `${random}.${hashOf(random, options.keys[0])}`, cookieOptions(options.secure));
      return;
    }
    const repeated = request.headers[xsrfHeader];
    if (typeof repeated !== 'string' || !isOurs(token) || !equalTexts(token, repeated))
      throw new ProblemError('bad-token');
  });
}

function hashOf(random: string, key: Buffer): string {
  return keyedHash(key, random).toString('base64url');
}
