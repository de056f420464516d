import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { CookieRules } from './signed-cookies.ts';
import { signedCookie } from './signed-cookies.ts';

/** How long a login lasts from the last call of the session. */
const loginSeconds = 2 * 60 * 60;
/** And from when the IDs were given, whatever is done meanwhile: then they are asked for again. Longer than anybody fills in a form. */
const longestLoginSeconds = 24 * 60 * 60;
const claimsSeconds = 30 * 24 * 60 * 60;
/** How many of its claims a browser may add documents to. */
const rememberedClaims = 20;

const StoredLoginSchema = Type.Object({
  noticeId: Type.String(),
  caseId: Type.String(),
  name: Type.String({ description: 'Masked' }),
  since: Type.Integer({ description: 'When the IDs were given: milliseconds since 1970' }),
  until: Type.Integer({ description: 'Milliseconds since 1970' }),
});
const ClaimNumbersSchema = Type.Array(Type.String());

/** `since`: only where the login is an earlier one that goes on. */
export type StoredLogin = Omit<Static<typeof StoredLoginSchema>, 'since' | 'until'> & { readonly since?: number };

/** What the server lets a browser keep: who is logged in, and which claims it filed. */
export interface BrowserCookies {
  readLogin(request: FastifyRequest, now: Date): StoredLogin | undefined;
  /** For two hours from now, or until a day after the IDs were given. Gives the seconds. */
  writeLogin(reply: FastifyReply, login: StoredLogin, now: Date): number;
  hasFiled(request: FastifyRequest, claimNumber: string): boolean;
  rememberClaim(request: FastifyRequest, reply: FastifyReply, claimNumber: string): void;
  /** Both, so that the next person at a shared computer finds nothing. */
  forget(reply: FastifyReply): void;
}

export function browserCookies(rules: CookieRules): BrowserCookies {
  const login = signedCookie(rules, { name: 'redress-login', schema: StoredLoginSchema, maxAgeSeconds: loginSeconds });
  const claims = signedCookie(rules, {
    name: 'redress-claims',
    schema: ClaimNumbersSchema,
    maxAgeSeconds: claimsSeconds,
  });
  return {
    readLogin(request, now) {
      const stored = login.read(request);
      if (!stored || stored.until <= now.getTime()) return undefined;
      const { until: _until, ...found } = stored;
      return found;
    },
    writeLogin(reply, stored, now) {
      const since = stored.since ?? now.getTime();
      const until = Math.min(now.getTime() + loginSeconds * 1_000, since + longestLoginSeconds * 1_000);
      login.write(reply, { ...stored, since, until });
      return Math.floor((until - now.getTime()) / 1_000);
    },
    hasFiled: (request, claimNumber) => claims.read(request)?.includes(claimNumber) ?? false,
    rememberClaim(request, reply, claimNumber) {
      const others = (claims.read(request) ?? []).filter((number) => number !== claimNumber);
      claims.write(reply, [claimNumber, ...others].slice(0, rememberedClaims));
    },
    forget(reply) {
      login.remove(reply);
      claims.remove(reply);
    },
  };
}
