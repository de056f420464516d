import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isIssuedEin, isPhoneImpossible, isZipOfOtherState } from './us-places.ts';

test('numbers, ZIP codes and tax IDs that cannot be', () => {
  expect(isPhoneImpossible('6175550100')).toBe(false);
  expect(isPhoneImpossible('2115550100')).toBe(true);
  expect(isPhoneImpossible('6170550100')).toBe(true);
  expect(isPhoneImpossible('')).toBe(false);
  expect(isZipOfOtherState('85001', 'Arizona')).toBe(false);
  expect(isZipOfOtherState('85001', 'Maine')).toBe(true);
  expect(isZipOfOtherState('06390', 'New York')).toBe(false);
  expect(isZipOfOtherState('83414', 'Wyoming')).toBe(false);
  expect(isZipOfOtherState('42223-1234', 'Tennessee')).toBe(false);
  expect(isZipOfOtherState('42223', 'Ohio')).toBe(true);
  expect(isZipOfOtherState('85001', 'Elsewhere')).toBe(false);
  expect(isIssuedEin('123456789')).toBe(true);
  expect(isIssuedEin('073456789')).toBe(false);
});

test('the ZIP codes of the demonstration’s class members are of their states', () => {
  const file = join(import.meta.dirname, '../../../../../content/demonstration/demo/class-members.csv');
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(200);
  const cells = lines.map((line) => line.split(','));
  expect(cells.filter(([, , , , , , state = '', zip = '']) => isZipOfOtherState(zip, state))).toEqual([]);
});
