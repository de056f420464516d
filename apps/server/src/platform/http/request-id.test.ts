import { expect, test } from 'vitest';
import { createRequestIds } from './request-id.ts';

const given = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Node joins a header that was sent twice, unless it is in its list of those it keeps apart. */
const requestFrom = (remoteAddress: string | undefined, id: string | string[] | undefined) => ({
  headers: { 'x-request-id': id },
  socket: { remoteAddress },
});

/** The ID of a request that came over a connection from an address. */
function idOf(remoteAddress: string | undefined, id: string | string[] | undefined = given): string {
  const createId = createRequestIds(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']);
  return createId(requestFrom(remoteAddress, id));
}

test.each(['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8::5'])('takes the ID of the proxy %s', (address) => {
  expect(idOf(address)).toBe(given);
});

test.each(['192.0.2.8', '::ffff:192.0.2.8', '2001:db9::5', '127.0.0.1', undefined])(
  'makes a random ID for a request from %s, whatever it says',
  (address) => {
    const ids = [idOf(address), idOf(address)];
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), expect.stringMatching(/^[0-9a-f]{16}$/)]);
    expect(ids[0]).not.toBe(ids[1]);
  },
);

test.each([
  ['too short', '1234567'],
  ['too long', 'a'.repeat(65)],
  ['a line break', 'abcdefgh\nx'],
  ['markup', '<b>abcdefgh</b>'],
  ['sent twice', [given, given]],
  ['missing', undefined],
])('replaces an ID of a proxy that is not safe: %s', (_name, id) => {
  const made = createRequestIds(['10.0.0.1'])(requestFrom('10.0.0.1', id));
  expect(made).toMatch(/^[0-9a-f]{16}$/);
});
