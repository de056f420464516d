import type { IntegrityScoreDetails } from '@redress/contract/console/integrity';
import { expect, test } from 'vitest';
import { describeScore } from './describe-score.ts';

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
