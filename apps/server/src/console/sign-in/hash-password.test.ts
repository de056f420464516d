import { describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { findPasswordProblem } from './password-rules.ts';

test('a password is verified by its hash, which differs each time and follows OWASP', async () => {
  const [hash, again] = await Promise.all([hashPassword('tall cactus sings'), hashPassword('tall cactus sings')]);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(again).not.toBe(hash);
  expect(await verifyPassword('tall cactus sings', hash)).toBe(true);
  expect(await verifyPassword('tall cactus sing', hash)).toBe(false);
  expect(await verifyPassword('tall cactus sings')).toBe(false);
});

test('the same characters composed differently are the same password', async () => {
  expect(await verifyPassword('cafe\u0301 con leche!', await hashPassword('caf\u00e9 con leche!'))).toBe(true);
});

// Verified with the reference implementation:
// echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32
test('hashes are those of the reference implementation', async () => {
  const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPassword('password', stored)).toBe(true);
});

test('a flood is refused beyond a queue, and later ones work again', async () => {
  // With the smallest parameters, because only their number matters.
  const cheap = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => verifyPassword('x', cheap)));
  const refused = all.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const each of refused) expect(each).toMatchObject({ reason: { code: 'overloaded' } });
  expect(await verifyPassword('x')).toBe(false);
});

describe('a password', () => {
  const person = { name: 'Ada Lovelace', email: 'ada@difference-engine.example' };
  test.each(['tall cactus sings', 'vK3$mmQ8!xTz', 'correct horse battery staple', 'größter Apfelbaum'])(
    '%s is fine',
    (text) => {
      expect(findPasswordProblem(text, person)).toBeUndefined();
    },
  );
  test.each([
    ['short one', 'at least 12'],
    ['x'.repeat(201), 'at most 200'],
    ['password1234', 'too easy'],
    ['P@ssw0rd2026', 'too easy'],
    ['123456789012', 'too easy'],
    ['qwertyuiop12', 'too easy'],
    ['aaaaaaaaaaaa', 'too easy'],
    ['abcabcabcabc', 'too easy'],
    ['Welcome2026!', 'too easy'],
    ['AdaLovelace1815', 'too easy'],
    ['difference-engine', 'too easy'],
  ])('%s is refused', (text, reason) => {
    expect(findPasswordProblem(text, person)).toContain(reason);
  });
});
