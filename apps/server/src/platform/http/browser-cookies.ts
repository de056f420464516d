import {
  endedStatusSeconds,
  filedClaimSeconds,
  loginSeconds,
  maxFiledClaims,
  maxLoginSeconds,
  maxStatusSeconds,
  statusSeconds,
} from '@redress/contract/cookie-lifetimes';
import type { Login } from '@redress/contract/session';
import { type StatusWay, statusWays } from '@redress/contract/status-page';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type CookieRules, hostCookieName, signedCookie } from './signed-cookies.ts';

/**
 * Each claim has its own cookie, with its number after this prefix. A single cookie with a list
 * would lose claims that are filed at the same time.
 */
const claimPrefix = 'redress-claim-';

const StoredLoginSchema = Type.Object({
  noticeId: Type.String(),
  caseId: Type.String(),
  name: Type.String({ description: 'Masked' }),
  /** Masked answers by field. */
  mailed: Type.Optional(Type.Record(Type.String(), Type.String())),
  since: Type.Integer({ description: 'When the IDs were given: milliseconds since 1970' }),
  until: Type.Integer({ description: 'Milliseconds since 1970' }),
});
const FiledClaimSchema = Type.Object({
  since: Type.Integer({ description: 'When it was last filed or sent again: milliseconds since 1970' }),
});

/** Expired ones are kept for a while, so that what their claimant sends is not lost. */
const StatusSessionSchema = Type.Object({
  claimNumber: Type.String(),
  way: Type.Enum([...statusWays]),
  since: Type.Optional(Type.Integer({ description: 'When the claimant signed in: milliseconds since 1970' })),
  until: Type.Integer({ description: 'Milliseconds since 1970' }),
});
/** `since` is set when an earlier session continues. */
export interface StatusSession {
  readonly claimNumber: string;
  readonly way: StatusWay;
  readonly since?: number;
}

const storedStatus = Compile(StatusSessionSchema);
const storedLogin = Compile(StoredLoginSchema);
const filedClaim = Compile(FiledClaimSchema);

/** `since` is set when an earlier login continues. */
export type StoredLogin = Omit<Static<typeof StoredLoginSchema>, 'since' | 'until'> & { readonly since?: number };

/** The part of a login that a page shows. */
export const shownLogin = ({ noticeId, name, mailed }: StoredLogin): Login => ({
  noticeId,
  name,
  ...(mailed && { mailed }),
});

export type BrowserCookies = ReturnType<typeof browserCookies>;

/** Cookies for the login and for the claims that a browser filed. */
export function browserCookies(rules: CookieRules) {
  const login = signedCookie(rules, { name: 'redress-login', validator: storedLogin, maxAgeSeconds: loginSeconds });
  const status = signedCookie(rules, {
    name: 'redress-status',
    validator: storedStatus,
    maxAgeSeconds: endedStatusSeconds,
  });
  const claimCookie = (claimNumber: string) =>
    signedCookie(rules, {
      name: `${claimPrefix}${claimNumber}`,
      validator: filedClaim,
      maxAgeSeconds: filedClaimSeconds,
    });
  const prefix = hostCookieName(claimPrefix, rules.secure);
  /** They are found by name, so expired and invalid ones are included. */
  const claimCookiesOf = (request: FastifyRequest) =>
    Object.keys(request.cookies).flatMap((name) => {
      const claimNumber = name.slice(prefix.length);
      return name.startsWith(prefix) && /^\d{10}$/.test(claimNumber) ? claimCookie(claimNumber) : [];
    });

  return {
    readLogin(request: FastifyRequest, now: Date): StoredLogin | undefined {
      const stored = login.read(request);
      if (!stored || stored.until <= now.getTime()) return undefined;
      const { until: _until, ...found } = stored;
      return found;
    },
    /** Renews the login, up to its maximum. Returns the seconds left. */
    writeLogin(reply: FastifyReply, stored: StoredLogin, now: Date): number {
      const since = stored.since ?? now.getTime();
      const until = Math.min(now.getTime() + loginSeconds * 1_000, since + maxLoginSeconds * 1_000);
      login.write(reply, { ...stored, since, until });
      return Math.floor((until - now.getTime()) / 1_000);
    },
    hasFiled(request: FastifyRequest, claimNumber: string, now: Date): boolean {
      const { since = 0 } = claimCookie(claimNumber).read(request) ?? {};
      return since + filedClaimSeconds * 1_000 > now.getTime();
    },
    rememberClaim(request: FastifyRequest, reply: FastifyReply, claimNumber: string, now: Date) {
      const own = claimCookie(claimNumber);
      own.write(reply, { since: now.getTime() });
      const others = claimCookiesOf(request)
        .filter(({ name }) => name !== own.name)
        .map((cookie) => ({ cookie, since: cookie.read(request)?.since ?? 0 }))
        // Browsers send the oldest first, which is deleted if two have the same time.
        .toReversed()
        .toSorted((a, b) => b.since - a.since);
      for (const { cookie } of others.slice(maxFiledClaims - 1)) cookie.remove(reply);
    },
    endLogin: (reply: FastifyReply) => login.remove(reply),
    /** The session of the status page, which belongs to one claim, whatever the login is. */
    readStatus(request: FastifyRequest, now: Date): (StatusSession & { readonly isExpired: boolean }) | undefined {
      const stored = status.read(request);
      if (!stored || stored.until + endedStatusSeconds * 1_000 <= now.getTime()) return undefined;
      return { ...stored, isExpired: stored.until <= now.getTime() };
    },
    /** Begins or renews the session, up to its maximum. */
    writeStatus(reply: FastifyReply, session: StatusSession, now: Date) {
      const { claimNumber, way, since = now.getTime() } = session;
      const until = Math.min(now.getTime() + statusSeconds * 1_000, since + maxStatusSeconds * 1_000);
      status.write(reply, { claimNumber, way, since, until });
    },
    endStatus: (reply: FastifyReply) => status.remove(reply),
    /** Deletes logins and claims, for shared computers. */
    forget(request: FastifyRequest, reply: FastifyReply) {
      login.remove(reply);
      status.remove(reply);
      for (const cookie of claimCookiesOf(request)) cookie.remove(reply);
    },
  };
}
