import { expect, test } from 'vitest';
import { readMessage } from './messages.ts';

test('a message of the frame is read with nothing in it that is not expected', () => {
  expect(readMessage({ type: 'loaded', pages: 3, html: '<b>' })).toEqual({ type: 'loaded', pages: 3 });
  expect(readMessage({ type: 'key', key: '[', code: 'x' })).toEqual({ type: 'key', key: '[' });
  expect(readMessage({ type: 'key', key: 'a' })).toBeUndefined();
  expect(readMessage({ type: 'failed', failure: 'too-large', width: 9, height: 8 })).toEqual({
    type: 'failed',
    failure: 'too-large',
    width: 9,
    height: 8,
  });
});

test.each([
  [
    { type: 'loaded', pages: -1 },
    { type: 'loaded', pages: 0 },
  ],
  [
    { type: 'loaded', pages: 1e300 },
    { type: 'loaded', pages: 0 },
  ],
  [
    { type: 'shown', page: '3' },
    { type: 'shown', page: 0 },
  ],
  [
    { type: 'failed', failure: '<script>', width: {} },
    { type: 'failed', failure: 'failed', width: 0, height: 0 },
  ],
  [{ type: 'resource', name: '../../../session' }, undefined],
  [{ type: 'resource', name: 'x'.repeat(61) }, undefined],
  [{ type: 'resource', name: ['a'] }, undefined],
  [{ type: 'navigate', to: '/' }, undefined],
  ['ready', undefined],
  [null, undefined],
])('%j is read as %j', (message, read) => {
  expect(readMessage(message)).toEqual(read);
});
