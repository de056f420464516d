import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { xsrfCookie, xsrfHeader } from '@redress/contract/http-headers';
import { keyedHashText } from '../keys/keys.ts';
import { ProblemError } from './problem.ts';
import { cookieOptions, type CookieRules, equalTexts, hostCookieName } from './signed-cookies.ts';

/** A random value per browser. Scripts cannot read it, and with HTTPS no other host can set it. */
const browserCookie = 'redress-browser';
const secretPattern = /^[\w-]{24}$/;

/** @param secure the website has HTTPS */
export const browserCookieName = (secure: boolean): string => hostCookieName(browserCookie, secure);

/** The random value of the browser that sent a request, if it has one. */
export function readBrowserSecret({ cookies }: Pick<FastifyRequest, 'cookies'>, secure: boolean): string | undefined {
  const secret = cookies[browserCookieName(secure)] ?? '';
  return secretPattern.test(secret) ? secret : undefined;
}

/** Deletes the browser's random value and token. The next API request gets new ones. */
export function forgetBrowser(reply: FastifyReply, secure: boolean): void {
  void reply.clearCookie(browserCookieName(secure), { ...cookieOptions(secure), httpOnly: true });
  void reply.clearCookie(xsrfCookie, cookieOptions(secure));
}

/**
 * CSRF protection: a request with an effect has to repeat the token cookie in a header (signed
 * double submit) and must not come from another website. The token is a keyed hash of the browser's
 * random value, so tokens of other browsers are invalid.
 */
export function guardAgainstForgery(
  api: FastifyInstance,
  { keys, secure, publicUrl }: CookieRules & { readonly publicUrl: URL },
): void {
  const secretName = browserCookieName(secure);
  const tokenOf = (secret: string, key = keys[0]) => keyedHashText(key, `token of ${secret}`, 'base64url');
  const isTokenOf = (token: string, secret: string) => keys.some((key) => equalTexts(token, tokenOf(secret, key)));

  api.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    const secret = readBrowserSecret(request, secure);
    const token = request.cookies[xsrfCookie] ?? '';
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (secret === undefined || !isTokenOf(token, secret)) {
        const value = secret ?? randomBytes(18).toString('base64url');
        void reply.setCookie(secretName, value, { ...cookieOptions(secure), httpOnly: true });
        void reply.setCookie(xsrfCookie, tokenOf(value), cookieOptions(secure));
      }
      done();
      return;
    }
    const repeated = request.headers[xsrfHeader];
    const isOurs =
      secret !== undefined && typeof repeated === 'string' && equalTexts(token, repeated) && isTokenOf(token, secret);
    done(isOurs && !isFromAnotherSite(request, publicUrl) ? undefined : new ProblemError('bad-token'));
  });
}

/**
 * Whether a form comes from our own page. Pages without JavaScript cannot send the token header, so
 * this relies on headers that no website can forge: `Sec-Fetch-Site`, then `Origin`, then
 * `Referer`. A form with none of them is refused (docs/decisions/0011-forms-without-script.md).
 */
export function isFromOurPage(request: Pick<FastifyRequest, 'headers' | 'host'>, publicUrl: URL): boolean {
  const { origin, referer } = request.headers;
  const site = request.headers['sec-fetch-site'];
  // Browsers send `none` when the page is reloaded.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  // Browsers with strict privacy settings send `null`.
  const isHidden = origin === undefined || origin === 'null';
  const source = isHidden ? referer : origin;
  if (source === undefined) return site === 'same-origin';
  if (!URL.canParse(source)) return false;
  const { host, protocol } = new URL(source);
  // An attacker on the network path may have written an HTTP page.
  if (publicUrl.protocol === 'https:' && protocol !== 'https:') return false;
  return [request.host.toLowerCase(), publicUrl.host].includes(host);
}

/**
 * Whether the browser says that a request comes from another website. Programs send neither header,
 * and need the token. `same-origin` is trusted even if a proxy changed the host.
 */
function isFromAnotherSite(request: Pick<FastifyRequest, 'headers' | 'host'>, publicUrl: URL): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin') return false;
  return (site !== undefined || request.headers.origin !== undefined) && !isFromOurPage(request, publicUrl);
}
