import type { ClaimIntegrity, IntegrityScoreDetails } from '@redress/contract/console/integrity';
import { expect, test } from 'vitest';
import { describeScore, findLaterMatch } from './describe-score.ts';

const signal = (counted: number): IntegrityScoreDetails['signals'][number] => ({
  signal: 'own-notice',
  level: 'login',
  group: 'favor',
  evidence: 'Evidence',
  evidenceInSpanish: 'Prueba',
  points: counted,
  counted,
  claims: [],
});
const score = (decibans: number, ...points: readonly number[]): IntegrityScoreDetails => ({
  decibans,
  threshold: 0,
  reached: decibans >= 0,
  prior: -20,
  limited: false,
  signals: points.map(signal),
});

test.each([
  ['no signal', score(-20), 'No evidence'],
  ['only a signal against it', score(-32, -12), 'No evidence'],
  ['a weak signal', score(-15, 5), 'Weak evidence (below threshold)'],
  ['almost enough', score(-1, 19), 'Weak evidence (below threshold)'],
  ['enough', score(4, 24), 'Strong evidence'],
  ['far more than enough', score(24, 44), 'Very strong evidence'],
])('a score with %s is described in words', (_, details, words) => {
  expect(describeScore(details)).toBe(words);
});

test('the first of two matching claims has no points, but names the later one', () => {
  const links: ClaimIntegrity['links'] = [
    { claim: '1000000001', isLater: true, kinds: ['phone'], decibans: 0 },
    { claim: '1000000003', isLater: false, kinds: ['answers'], decibans: 20 },
    // The rows of a small file in a large one are evidence against neither.
    { claim: '1000000004', isLater: true, kinds: ['data-rows'], decibans: -60 },
    { claim: '1000000002', isLater: true, kinds: ['phone', 'answers'], decibans: 20 },
  ];
  const find = (duplicate: IntegrityScoreDetails) => findLaterMatch({ duplicate, links });
  expect(find(score(-20))).toBe('1000000002');
  expect(find(score(-32, -12))).toBe('1000000002');
  // The later one has the points.
  expect(find(score(0, 20))).toBeUndefined();
  // People of one household share a phone.
  expect(findLaterMatch({ duplicate: score(-20), links: links.slice(0, 1) })).toBeUndefined();
});
