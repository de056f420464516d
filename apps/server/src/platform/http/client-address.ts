import ipaddr from 'ipaddr.js';
import { isIPv6 } from 'node:net';

/** The part of an address that limits count by: an IPv6 household has a /64. */
export function addressSubject(address: string): string {
  if (!isIPv6(address)) return address;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv4
    ? ip.toString()
    : ip.parts
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':');
}

/**
 * The /24 of an IPv4 address or the /48 of an IPv6 one, which one customer or a few customers
 * share.
 */
export function subnetOf(address: string): string {
  return networkSubject(address) ?? `${addressSubject(address).replace(/\.\d+$/, '')}.0/24`;
}

/** The /48 of an IPv6 address; undefined for IPv4, where neighbors are other people. */
export function networkSubject(address: string): string | undefined {
  const household = addressSubject(address);
  return household.includes(':') ? `${household.split(':').slice(0, 3).join(':')}/48` : undefined;
}

/**
 * The subjects that limits count an address by: for IPv6 also its /48, under a rule for networks,
 * because one customer may have it, with 65,536 households.
 */
export function addressSubjects<Rule extends string>(
  address: string,
  rule: Rule,
  networkRule: Rule,
): { readonly rule: Rule; readonly subject: string }[] {
  const network = networkSubject(address);
  return [
    { rule, subject: addressSubject(address) },
    ...(network === undefined ? [] : [{ rule: networkRule, subject: network }]),
  ];
}
