import { expect, test } from 'vitest';
import { describeSubject, partsIn, recordsIn } from './describe-read.ts';

test('a look at a claim names its parts, apart from the other claims that it showed', () => {
  const results = ['part answers', 'part signals', 'claim 8001583107'];
  expect(describeSubject('claim 8001583106', partsIn(results))).toBe('Claim 8001583106: answers, signals');
  expect(recordsIn(results)).toEqual(['claim 8001583107']);
});

test('lists have the names that their screens show', () => {
  expect(describeSubject('members')).toBe('Class members');
  expect(describeSubject('neutral-marks')).toBe('Shared places and known helpers');
});

test('IDs are shown as they are', () => {
  const id = 'c5a0fb12-d2da-42e4-86b9-47be0f674c65';
  for (const [subject, shown] of [
    [`allocation ${id}`, `Allocation ${id}`],
    [`quality-sample ${id}`, `Quality sample ${id}`],
    [`bad rows of import ${id}`, `Bad rows of import ${id}`],
    ['letter-addresses brand-drug', 'Letter addresses brand-drug'],
    ['id-request 7', 'Lost-ID request 7'],
    ['waiting data-check', 'Waiting data check'],
    ['access-log', 'Access log'],
  ] as const)
    expect(describeSubject(subject)).toBe(shown);
});
