import { isIPv6 } from 'node:net';

/** What counts as one address. An IPv6 household has a /64. */
export function addressSubject(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** The /48 of an IPv6 address. Undefined for IPv4, where neighbors are other people. */
export function networkSubject(address: string): string | undefined {
  const household = addressSubject(address);
  return household.includes(':') ? `${household.split(':').slice(0, 3).join(':')}/48` : undefined;
}
