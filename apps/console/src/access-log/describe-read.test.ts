import { expect, test } from 'vitest';
import { describeSubject, partsIn, recordsIn } from './describe-read.ts';

test('a look at a claim names its parts, apart from the other claims that it showed', () => {
  const results = ['part answers', 'part signals', 'claim 8001583107'];
  expect(describeSubject('claim 8001583106', partsIn(results))).toBe('Claim 8001583106: answers, signals');
  expect(recordsIn(results)).toEqual(['claim 8001583107']);
});

test('the list of class members has the name of its screen', () => {
  expect(describeSubject('members')).toBe('Class members');
});
