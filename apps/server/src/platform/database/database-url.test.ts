import { expect, test } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';

test('an address with several hosts is one address for each of them', () => {
  expect(parseDatabaseUrl('postgresql://u:p%40,1@h1:5432,h2,[::1]:5433/redress?sslmode=verify-full')).toEqual([
    'postgresql://u:p%40,1@h1:5432/redress?sslmode=verify-full',
    'postgresql://u:p%40,1@h2/redress?sslmode=verify-full',
    'postgresql://u:p%40,1@[::1]:5433/redress?sslmode=verify-full',
  ]);
});

test.each([
  'postgresql://user:password@host:5432/database',
  'postgres:///redress?host=/run/postgresql',
  'postgresql://h1,h2/redress?target_session_attrs=read-write',
])('%s is an address', (address) => {
  expect(parseDatabaseUrl(address)?.[0]).toBeTypeOf('string');
});

test.each([
  ['of another kind', 'mysql://h1,h2/redress'],
  ['with a missing host', 'postgresql://h1,,h2/redress'],
  ['with a host that is only a port', 'postgresql://h1:5432,:5433/redress'],
  ['with a bad port', 'postgresql://h1:5432,h2:70000/redress'],
  ['with a percent sign in its password', 'postgresql://user:5%@h1,h2/redress'],
  ['that wants a standby', 'postgresql://h1,h2/redress?target_session_attrs=standby'],
  ['with several hosts in a parameter', 'postgresql:///redress?host=h1,h2'],
])('an address %s cannot be used', (_fault, address) => {
  expect(parseDatabaseUrl(address)).toBeUndefined();
});
