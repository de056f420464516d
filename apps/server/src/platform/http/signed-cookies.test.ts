import cookies from '@fastify/cookie';
import { fastify } from 'fastify';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { signedCookie } from './signed-cookies.ts';

const validator = { Check: (value: unknown): value is string => typeof value === 'string' };
const rules = { keys: [randomBytes(32)], secure: true } as const;
const cookieOf = (name: string) => signedCookie(rules, { name, validator, maxAgeSeconds: 60 });

test('a value is read under the name that it was signed with, and under no other', async () => {
  const [one, other] = [cookieOf('one'), cookieOf('other')];
  const app = fastify();
  await app.register(cookies);
  app.get('/write', (_request, reply) => {
    one.write(reply, 'value');
    return reply.send();
  });
  app.get('/read', (request) => [one.read(request) ?? null, other.read(request) ?? null]);
  const value = (await app.inject('/write')).cookies[0]?.value ?? '';
  const read = async (sent: Record<string, string>) =>
    (await app.inject({ url: '/read', cookies: sent })).json<unknown>();
  expect(await read({ [one.name]: value })).toEqual(['value', null]);
  expect(await read({ [other.name]: value })).toEqual([null, null]);
  await app.close();
});
