import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { keyedHashText } from '../keys/keys.ts';

export interface CookieRules {
  /** The first key signs; all keys verify. */
  readonly keys: readonly [Buffer, ...Buffer[]];
  /** With HTTPS, cookies are `Secure` and have the `__Host-` prefix. */
  readonly secure: boolean;
}

/** An HttpOnly cookie whose JSON value is signed together with its name. */
export function signedCookie<Value>(
  rules: CookieRules,
  cookie: {
    readonly name: string;
    /** Rejects values in a form that is no longer written. */
    readonly validator: { Check(value: unknown): value is Value };
    readonly maxAgeSeconds: number;
  },
) {
  const name = hostCookieName(cookie.name, rules.secure);
  const options = { ...cookieOptions(rules.secure), httpOnly: true };
  const sign = (payload: string, key = rules.keys[0]) => keyedHashText(key, `${name}=${payload}`, 'base64url');
  return {
    name,
    read(request: FastifyRequest): Value | undefined {
      const [payload = '', signature = ''] = (request.cookies[name] ?? '').split('.');
      if (!rules.keys.some((key) => equalTexts(signature, sign(payload, key)))) return undefined;
      const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
      return cookie.validator.Check(value) ? value : undefined;
    },
    write(reply: FastifyReply, value: Value) {
      const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
      void reply.setCookie(name, `${payload}.${sign(payload)}`, { ...options, maxAge: cookie.maxAgeSeconds });
    },
    remove(reply: FastifyReply) {
      void reply.clearCookie(name, options);
    },
  };
}

/** With HTTPS, the prefix keeps other hosts and subdomains from setting the cookie. */
export function hostCookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

/** Cookies are for the whole website, and other websites' POST requests do not send them. */
export function cookieOptions(secure: boolean): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', secure };
}

/** Compares in constant time. */
export function equalTexts(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
