import { permissions, roles } from '@redress/contract/console/staff';
import { permittedCases } from '@redress/server/console/sign-in/permissions';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('docs/console.md says for each role exactly the permissions that it has', () => {
  const page = readFileSync(new URL('../../../../docs/console.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `?([\w-]+)`? \|((?: *x? *\|){7})$/gm)].map(([, name = '', cells = '']) => ({
    name,
    held: roles.filter((_, index) => cells.split('|')[index]?.trim() === 'x'),
  }));
  const expected = permissions.map((name) => ({
    name,
    held: roles.filter((role) => permittedCases([{ caseId: '*', role }], ['a case'])[name].length > 0),
  }));
  expect(rows).toEqual(expected);
  expect(page).toContain(`| permission | ${roles.join(' | ')} |`);
});
