import { expect, test } from 'vitest';
import { cellText } from './cell-text.ts';
import { createDrugList } from './drugs.ts';
import { sampleRules } from '../../fixtures/sample-rules.ts';

const list = createDrugList(sampleRules);
function read(text: string) {
  const found = list.find(cellText(text));
  return found.outcome === 'listed'
    ? { label: list.labels[found.index], ...(found.completed === undefined ? {} : { completed: found.completed }) }
    : found;
}
const listed = (strength: number) => `Sample, ${strength} mg, bottle of 30`;

test.each([
  ['99999083321', 10],
  ['99999-0833-21', 10],
  ['99999 0833 21', 10],
  ['NDC: 99999-0833-21', 10],
  ['99999083321.0', 10],
  // Word processors have other hyphens, and some codes are protected against spreadsheets.
  ['99999\u20110833\u201321', 10],
  // This one has invisible characters.
  ['\u200b99999083321', 10],
  ['\u202d99999083321\u202c', 10],
  ["'00008083321", 20],
  ['="00008083321"', 20],
  // Labeled 4-4-2 and 5-3-2: nothing is missing.
  ['0008-0833-21', 20],
  // These have an exponent and all digits, and a Spanish decimal comma.
  ['9.9999083321E10', 10],
  ['9.9999083321E+10', 10],
  ['9,9999083321e+10', 10],
  ['1.234567890E9', 30],
  ['12345-678-90', 30],
  ['55555-5555-5', 40],
  ['00008083321', 20],
  ['0008083321', 20],
  ['1234567890', 30],
])('%s is on the list', (text, strength) => {
  expect(read(text)).toEqual({ label: listed(strength) });
});

test.each([
  ['8083321', 20, '0008-0833-21'],
  ['08083321', 20, '0008-0833-21'],
  ['8-833-21', 20, '0008-0833-21'],
  ['9999983321', 10, '99999-0833-21'],
  ['12345067890', 30, undefined],
])('finds %s, which may have lost zeros', (text, strength, completed) => {
  expect(read(text)).toEqual({ label: listed(strength), ...(completed === undefined ? {} : { completed }) });
});

test('does not guess between two codes of ten digits', () => {
  // 55555-5555-05 lacks its last zero, and 55555-0555-55 its middle one.
  expect(read('5555555555')).toEqual({ outcome: 'ndc-ambiguous', codes: ['55555-0555-55', '55555-5555-05'] });
});

test.each(['99999083322', '999990833210', '9.9999083322E10', '1', '0', '12-34'])('%s is not listed', (text) => {
  expect(read(text)).toEqual({ outcome: 'ndc-not-listed' });
});

test.each(['9.99991E+10', '1E+10', '9.9999083E10', '9,99991E+10'])('%s was shortened by a spreadsheet', (text) => {
  expect(read(text)).toEqual({ outcome: 'ndc-shortened' });
});

test.each(['sample', 'Sample Capsules', 'SAMPLE-CAPSULES', 'smpl er'])('%s is a known name', (text) => {
  expect(read(text)).toEqual({ label: 'Sample' });
});
test('finds a package by its label', () => {
  expect(read('sample 20 mg bottle of 30')).toEqual({ label: listed(20) });
});
test.each(['Another drug', 'n/a', '1.23456789012E9', '99999083321X', '-'])('%s is not a known name', (text) => {
  expect(read(text)).toEqual({ outcome: 'drug-unknown' });
});
