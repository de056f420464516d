import ipaddr from 'ipaddr.js';
import { readFile } from 'node:fs/promises';
import { isIP, isIPv4 } from 'node:net';
import { join } from 'node:path';
import { errorCode } from '../../platform/errors/error-code.ts';
import { StartError } from '../../platform/errors/start-error.ts';

/** The first kind that fits counts, because relays and Tor exits are in data centers. */
const kinds = ['tor', 'relay', 'hosting'] as const;
export type NetworkKind = (typeof kinds)[number];

/** The network of an address. Without a kind, no list has the address. */
export interface KnownNetwork {
  readonly kind: NetworkKind | undefined;
  /** The date of the list, or of the oldest one, as `YYYY-MM-DD`. */
  readonly date: string;
}

export interface NetworkLists {
  /** @param address a valid IPv4 or IPv6 address */
  find(address: string): KnownNetwork;
}

interface NetworkList {
  readonly kind: NetworkKind;
  readonly date: string;
  readonly ranges: Ranges;
}

/** The lists of `NETWORK_LISTS`, if it is set. */
export const openNetworkLists = async ({ networkLists }: { readonly networkLists?: string | undefined }) =>
  networkLists === undefined ? undefined : readNetworkLists(networkLists);

/**
 * Reads whichever of `tor.txt`, `relay.txt` and `hosting.txt` the folder has. The first line of a
 * list is its date (`# 2026-11-20`); every other line is a network or an address.
 * @throws StartError when the folder has none of them, or a line cannot be read
 */
export async function readNetworkLists(folder: string): Promise<NetworkLists> {
  const lists: NetworkList[] = [];
  for (const kind of kinds) {
    const path = join(folder, `${kind}.txt`);
    const text = await readFile(path, 'utf8').catch((cause: unknown) => {
      if (errorCode(cause) === 'ENOENT') return undefined;
      throw new StartError(`NETWORK_LISTS: ${path} cannot be read (${errorCode(cause)}).`, { cause });
    });
    if (text !== undefined) lists.push({ kind, ...parseList(path, text) });
  }
  if (lists.length === 0)
    throw new StartError(
      `NETWORK_LISTS: the folder ${folder} has none of ${kinds.map((kind) => `${kind}.txt`).join(', ')}.`,
    );
  const oldest = lists.map(({ date }) => date).toSorted()[0] ?? '';
  return {
    find(address) {
      const number = numberOf(address);
      const list = lists.find(({ ranges }) => isWithin(ranges, number));
      return list ? { kind: list.kind, date: list.date } : { kind: undefined, date: oldest };
    },
  };
}

function parseList(path: string, text: string): Omit<NetworkList, 'kind'> {
  const [first = '', ...lines] = text.split('\n');
  const date = /^#\s*(\d{4}-\d\d-\d\d)\s*$/.exec(first)?.[1];
  if (date === undefined || Number.isNaN(Date.parse(date)))
    throw new StartError(
      `NETWORK_LISTS: the first line of ${path} must be the date of the list, such as # 2026-11-20.`,
    );
  const networks = lines.flatMap((line, index) => {
    const network = line.replace(/#.*/, '').trim();
    if (network === '') return [];
    const range = rangeOf(network);
    if (!range)
      throw new StartError(
        `NETWORK_LISTS: line ${index + 2} of ${path} is not a network such as 192.0.2.0/24 or 2001:db8::/32: ${network.slice(0, 60)}`,
      );
    return [range];
  });
  return { date, ranges: mergeRanges(networks) };
}

/**
 * First and last addresses of networks that neither overlap nor touch, in ascending order. A list
 * has tens of thousands, which `net.BlockList` would compare one by one: 0.4 ms for each claim.
 */
interface Ranges {
  readonly first: readonly bigint[];
  readonly last: readonly bigint[];
}
type Range = readonly [first: bigint, last: bigint];

/** Returns undefined for text that is neither a network nor an address. */
function rangeOf(text: string): Range | undefined {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  const length = version === 4 ? 32 : 128;
  if (version === 0 || address.includes('%') || more.length > 0) return undefined;
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= length)) return undefined;
  const size = 1n << BigInt(length - Number(bits ?? length));
  const first = numberOf(address) & ~(size - 1n);
  return [first, first + size - 1n];
}

/** The 128 bits of a valid address. IPv4 is mapped to IPv6. */
function numberOf(address: string): bigint {
  // This is ten times as fast as `ipaddr.js`, and lists have hundreds of thousands of addresses.
  if (isIPv4(address)) {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
    return mappedPrefix | BigInt(a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d);
  }
  const { parts } = ipaddr.IPv6.parse(address);
  return parts.reduce((number, part) => (number << 16n) | BigInt(part), 0n);
}
const mappedPrefix = 0xff_ffn << 32n;

function mergeRanges(ranges: readonly Range[]): Ranges {
  const first: bigint[] = [];
  const last: bigint[] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))) {
    const end = last.at(-1);
    if (end === undefined || from > end + 1n) {
      first.push(from);
      last.push(to);
    } else if (to > end) last[last.length - 1] = to;
  }
  return { first, last };
}

/** Binary search for the last range that begins at the address or before it. */
function isWithin({ first, last }: Ranges, address: bigint): boolean {
  let low = 0;
  let high = first.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((first[middle] ?? 0n) <= address) low = middle + 1;
    else high = middle;
  }
  return (last[low - 1] ?? -1n) >= address;
}
