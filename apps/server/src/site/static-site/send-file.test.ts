import { expect, test } from 'vitest';
import { readRange } from './send-file.ts';

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=0-499', { first: 0, last: 499 }],
  ['bytes=500-', { first: 500, last: 999 }],
  ['bytes=-1', { first: 999, last: 999 }],
  ['bytes=-5000', { first: 0, last: 999 }],
  ['bytes=990-2000', { first: 990, last: 999 }],
  ['Bytes= 1-2 ', { first: 1, last: 2 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=1000-1001', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', 'whole'],
  ['bytes=0-1, 5-6', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=a-b', 'whole'],
  ['items=0-1', 'whole'],
  [undefined, 'whole'],
])('%j of 1000 bytes', (header, expected) => {
  expect(readRange(header, 1_000)).toEqual(expected);
});

test('no range of an empty file is satisfiable', () => {
  expect(readRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(readRange('bytes=-1', 0)).toBe('unsatisfiable');
});
