import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import type { TSchema, Static } from 'typebox';
import { Value } from 'typebox/value';
import { keyedHash } from '../keys/keys.ts';

export interface CookieRules {
  /** The first one signs; what another one has signed counts too. */
  readonly keys: readonly [Buffer, ...Buffer[]];
  /** Whether the website is reached by https: then cookies are `Secure` and bound to the host by their name. */
  readonly secure: boolean;
}

/** A cookie that only this server can write and no script can read: its value is JSON, signed together with its name. */
export interface SignedCookie<Schema extends TSchema> {
  readonly name: string;
  read(request: FastifyRequest): Static<Schema> | undefined;
  write(reply: FastifyReply, value: Static<Schema>): void;
  remove(reply: FastifyReply): void;
}

export function signedCookie<Schema extends TSchema>(
  rules: CookieRules,
  cookie: { readonly name: string; readonly schema: Schema; readonly maxAgeSeconds: number },
): SignedCookie<Schema> {
  const name = hostCookieName(cookie.name, rules.secure);
  const sign = (payload: string, key = rules.keys[0]) => keyedHash(key, `${name}=${payload}`).toString('base64url');
  return {
    name,
    read(request) {
      const [payload = '', signature = ''] = (request.cookies[name] ?? '').split('.');
      if (!rules.keys.some((key) => equalTexts(signature, sign(payload, key)))) return undefined;
      const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
      return Value.Check(cookie.schema, value) ? value : undefined;
    },
    write(reply, value) {
      const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
      void reply.setCookie(name, `${payload}.${sign(payload)}`, {
        ...cookieOptions(rules.secure),
        httpOnly: true,
        maxAge: cookie.maxAgeSeconds,
      });
    },
    remove(reply) {
      void reply.clearCookie(name, { ...cookieOptions(rules.secure), httpOnly: true });
    },
  };
}

/** With https a name that browsers let no other host set, not even a subdomain. */
export function hostCookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

/** How every cookie is set: for the whole website, and not with what other websites make a browser post. */
export function cookieOptions(secure: boolean): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', secure };
}

/** Compares without telling by its time where two texts differ. */
export function equalTexts(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
