import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { BlockList, isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartError } from '../../platform/errors/start-error.ts';
import { readNetworkLists } from './network-lists.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redress-networks-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (name: string, ...lines: readonly string[]) => writeFile(join(folder, name), lines.join('\n'));

describe('lists of networks', () => {
  test('say what kind of network an address is in, and the date of that list', async () => {
    await write('hosting.txt', '# 2026-11-20', '', '198.51.100.0/24 # a data center', '2001:db8::/32', '203.0.113.7');
    await write('tor.txt', '#2026-11-22', '198.51.100.9');
    const lists = await readNetworkLists(folder);
    expect(lists.find('198.51.100.8')).toEqual({ kind: 'hosting', date: '2026-11-20' });
    expect(lists.find('::ffff:198.51.100.8')).toEqual({ kind: 'hosting', date: '2026-11-20' });
    expect(lists.find('2001:db8:ffff::1')).toEqual({ kind: 'hosting', date: '2026-11-20' });
    expect(lists.find('203.0.113.7')).toEqual({ kind: 'hosting', date: '2026-11-20' });
    // Tor tells more than the data center that it runs in.
    expect(lists.find('198.51.100.9')).toEqual({ kind: 'tor', date: '2026-11-22' });
    for (const address of ['203.0.113.8', '203.0.113.6', '198.51.101.0', '2001:db9::', '::1'])
      expect(lists.find(address), address).toEqual({ kind: undefined, date: '2026-11-20' });
  });

  test('agree with Node’s own list about any networks, also nested and adjacent ones', async () => {
    const bytes = (count: number) => fc.array(fc.nat(3), { minLength: count, maxLength: count });
    // Small numbers, so that networks meet.
    const ipv4 = bytes(4).map((parts) => parts.join('.'));
    const ipv6 = bytes(8).map((parts) => parts.join(':'));
    const network = fc.oneof(
      fc.tuple(ipv4, fc.integer({ min: 1, max: 32 })),
      fc.tuple(ipv6, fc.integer({ min: 1, max: 128 })),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(network, { maxLength: 12 }),
        fc.array(fc.oneof(ipv4, ipv6)),
        async (networks, addresses) => {
          const expected = new BlockList();
          const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
          for (const [address, bits] of networks) expected.addSubnet(address, bits, family(address));
          await write('relay.txt', '# 2026-11-20', ...networks.map(([address, bits]) => `${address}/${bits}`));
          const lists = await readNetworkLists(folder);
          for (const address of addresses)
            expect(lists.find(address).kind === 'relay', address).toBe(expected.check(address, family(address)));
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each([
    ['a folder without a list', 'notes.txt', [], /has none of tor\.txt, relay\.txt, hosting\.txt\.$/],
    ['a list without a date', 'tor.txt', ['192.0.2.1'], /the first line of .*tor\.txt must be the date/],
    ['an impossible date', 'tor.txt', ['# 2026-13-20'], /must be the date/],
    ['an empty list', 'tor.txt', [], /must be the date/],
    ['a word', 'tor.txt', ['# 2026-11-20', '192.0.2.1', 'none'], /line 3 of .*tor\.txt is not a network .*: none$/],
    ['too many bits', 'hosting.txt', ['# 2026-11-20', '192.0.2.0/33'], /line 2 .*: 192\.0\.2\.0\/33$/],
    ['everybody', 'hosting.txt', ['# 2026-11-20', '0.0.0.0/0'], /line 2 .*: 0\.0\.0\.0\/0$/],
    ['a table', 'relay.txt', ['# 2026-11-20', '192.0.2.0/24,US,Ohio'], /line 2 .*: 192\.0\.2\.0\/24,US,Ohio$/],
    ['a part of an address', 'relay.txt', ['# 2026-11-20', '10/8'], /line 2 .*: 10\/8$/],
  ])('refuse to start with %s', async (_fault, name, lines, message) => {
    await write(name, ...lines);
    const failure: unknown = await readNetworkLists(folder).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect(String(failure)).toMatch(message);
  });
});
