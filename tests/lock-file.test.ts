import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}
const isLockFile = (value: unknown): value is LockFile =>
  typeof value === 'object' && value !== null && 'packages' in value;

test('the lock file has the packages of every platform, which `npm ci` requires', () => {
  const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
  const lock: unknown = JSON.parse(text);
  const packages = isLockFile(lock) ? lock.packages : {};
  const places = Object.keys(packages);
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !places.some((other) => other.endsWith(`node_modules/${name}`)))
      .map((name) => `${place} wants ${name}`),
  );
  expect(places.length).toBeGreaterThan(300);
  expect(missing, 'pin a version whose packages the registry has for every platform').toEqual([]);
});
