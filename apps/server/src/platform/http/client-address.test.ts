import { expect, test } from 'vitest';
import { addressSubject, networkSubject, subnetOf } from './client-address.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as %s', (address, subject) => {
  expect(addressSubject(address)).toBe(subject);
});

test.each([
  ['192.0.2.1', undefined],
  ['::ffff:192.0.2.1', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1/48'],
  ['2001:0db8:0001:ffff::1', '2001:db8:1/48'],
])('the network of %s is %s', (address, network) => {
  expect(networkSubject(address)).toBe(network);
});

test.each([
  ['192.0.2.1', '192.0.2.0/24'],
  ['192.0.2.250', '192.0.2.0/24'],
  ['::ffff:192.0.2.1', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1/48'],
])('the subnet of %s is %s', (address, subnet) => {
  expect(subnetOf(address)).toBe(subnet);
});
