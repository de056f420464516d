import { expect, test } from 'vitest';
import { idempotencyKeyPattern } from './http-headers.ts';
import { createIdempotencyKey } from './idempotency-key.ts';

const random = () => Uint8Array.from({ length: 16 }, () => Math.random() * 256);

test('idempotency keys match the pattern of the API, and differ', () => {
  const keys = Array.from({ length: 1_000 }, () => createIdempotencyKey(random()));
  expect(new Set(keys).size).toBe(1_000);
  for (const key of keys) expect(key).toMatch(idempotencyKeyPattern);
});

test('keys sort by time as text, from 1970 to 10889', () => {
  const times = [0, 31, 32, Date.UTC(2025, 6, 1), Date.UTC(2025, 6, 1) + 1, 2 ** 48 - 1];
  const keys = times.map((time) => createIdempotencyKey(random(), time));
  expect(keys.toSorted()).toEqual(keys);
  expect(new Set(keys.map((key) => key.length))).toEqual(new Set([26]));
});
