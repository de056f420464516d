import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { xsrfCookie, xsrfHeader } from '@redress/contract/http-headers';
import { keyedHash } from '../keys/keys.ts';
import { ProblemError } from './problem.ts';
import { isFromAnotherSite } from './same-origin.ts';
import type { CookieRules } from './signed-cookies.ts';
import { cookieOptions, equalTexts, hostCookieName } from './signed-cookies.ts';

/**
 * Whose tokens are whose: a random value that no script can read, and with https no other host can
 * set.
 */
const browserCookie = 'redress-browser';
const secretPattern = /^[\w-]{24}$/;

/**
 * Against requests that another website makes a browser send. Such a request is refused by what the
 * browser says of its origin, and a token in a cookie must be repeated in a header by the page's
 * script (signed double submit). The token is a keyed hash over the secret of one browser: one that
 * another browser fetched does not count.
 */
export function guardAgainstForgery(
  api: FastifyInstance,
  { keys, secure, publicUrl }: CookieRules & { readonly publicUrl: URL },
): void {
  const secretName = hostCookieName(browserCookie, secure);
  const tokenOf = (secret: string, key = keys[0]) => keyedHash(key, `token of ${secret}`).toString('base64url');
  const readSecret = ({ cookies }: FastifyRequest) => {
    const secret = cookies[secretName] ?? '';
    return secretPattern.test(secret) ? secret : undefined;
  };
  const isTokenOf = (token: string, secret: string) => keys.some((key) => equalTexts(token, tokenOf(secret, key)));

  api.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const secret = readSecret(request);
    const token = request.cookies[xsrfCookie] ?? '';
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (secret !== undefined && isTokenOf(token, secret)) return;
      const kept = secret ?? randomBytes(18).toString('base64url');
      void reply.setCookie(secretName, kept, { ...cookieOptions(secure), httpOnly: true });
      void reply.setCookie(xsrfCookie, tokenOf(kept), cookieOptions(secure));
      return;
    }
    const repeated = request.headers[xsrfHeader];
    const isOurs =
      secret !== undefined && typeof repeated === 'string' && equalTexts(token, repeated) && isTokenOf(token, secret);
    if (!isOurs || isFromAnotherSite(request, publicUrl)) throw new ProblemError('bad-token');
  });
}
