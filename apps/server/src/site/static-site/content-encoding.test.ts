import { expect, test } from 'vitest';
import { chooseEncoding, encodings } from './content-encoding.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['x-gzip', 'gzip'],
  ['BR;Q=1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0', 'identity'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['gzip;q=0.001', 'gzip'],
  ['identity, br;q=0.5', 'identity'],
  ['identity;q=1, *;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity;q=0, deflate', 'identity'],
  ['zstd', 'identity'],
])('%j prefers %s', (header, expected) => {
  expect(chooseEncoding(header, encodings)).toBe(expected);
});

test('an encoding that is not offered is not chosen', () => {
  expect(chooseEncoding('br, gzip', ['identity'])).toBe('identity');
  expect(chooseEncoding('br, gzip;q=0.5', ['gzip', 'identity'])).toBe('gzip');
});
