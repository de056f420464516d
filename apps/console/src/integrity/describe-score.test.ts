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
  ['no signal', score(-20), 'Nothing speaks for it'],
  ['only a signal against it', score(-32, -12), 'Nothing speaks for it'],
  ['a weak signal', score(-15, 5), 'Little speaks for it'],
  ['almost enough', score(-3, 17), 'Something speaks for it, but not enough'],
  ['enough', score(4, 24), 'Much speaks for it'],
  ['far more than enough', score(24, 44), 'Very much speaks for it'],
])('a score with %s is described in words', (_, details, words) => {
  expect(describeScore(details)).toBe(words);
});
