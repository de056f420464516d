import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { CookieRules } from './signed-cookies.ts';
import { signedCookie } from './signed-cookies.ts';

/** How long a login lasts from the last call of the session. */
export const loginSeconds = 2 * 60 * 60;
const claimsSeconds = 30 * 24 * 60 * 60;
/** How many of its claims a browser may add documents to. */
const rememberedClaims = 20;

const StoredLoginSchema = Type.Object({
  noticeId: Type.String(),
  caseId: Type.String(),
  name: Type.String({ description: 'Masked' }),
  until: Type.Integer({ description: 'Milliseconds since 1970' }),
});
const ClaimNumbersSchema = Type.Array(Type.String());

export type StoredLogin = Omit<Static<typeof StoredLoginSchema>, 'until'>;

/** What the server lets a browser keep: who is logged in, and which claims it filed. */
export interface BrowserCookies {
  readLogin(request: FastifyRequest, now: Date): StoredLogin | undefined;
  /** For two hours from now. */
  writeLogin(reply: FastifyReply, login: StoredLogin, now: Date): void;
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
      const { noticeId, caseId, name } = stored;
      return { noticeId, caseId, name };
    },
    writeLogin: (reply, stored, now) => login.write(reply, { ...stored, until: now.getTime() + loginSeconds * 1_000 }),
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
