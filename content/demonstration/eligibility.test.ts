import type { EligibilityOutcome, EligibilityQuestion } from '@redress/contract/eligibility';
import { describe, expect, it } from 'vitest';
import { eligibilityCheckInSpanish } from './eligibility.es.ts';
import { eligibilityCheck } from './eligibility.ts';
import { site } from './site.ts';

interface Path {
  readonly answers: readonly string[];
  readonly outcome: EligibilityOutcome;
}

const pathsOf = ({ answers }: EligibilityQuestion): Path[] =>
  answers.flatMap(({ answer, next }) =>
    'question' in next
      ? pathsOf(next).map((path) => ({ ...path, answers: [answer, ...path.answers] }))
      : [{ answers: [answer], outcome: next }],
  );

const before = { isAfter: () => false };
const after = { isAfter: () => true };
const pages = new Map(site.pages.map((page) => [page.path, page]));

const drug = 'The antidepressant or its generic';
const self = 'I did, for myself or my family';
const plan = 'A health plan, insurer or company, for its members';
const others = 'A government, a drug maker, a reseller or a pharmacy benefit manager';
const club = 'Prescriptions at the pharmacy chain with the savings club';
/** The end of each path, as the specification says: the first page of a form, or none. */
const english: readonly (readonly [readonly string[], string | undefined])[] = [
  [[drug, self, 'Yes, and I have a notice with IDs'], '/consumer-login'],
  [[drug, self, 'Yes, but I have no IDs'], '/consumera-instructions#by-mail'],
  [[drug, self, 'No, in another state or at another time'], undefined],
  [[drug, plan, 'Yes'], '/tpp-instructions'],
  [[drug, plan, 'No'], undefined],
  [[drug, others], undefined],
  [[club, 'Yes', 'Yes'], '/consumerb-claimants'],
  [[club, 'Yes', 'No'], undefined],
  [[club, 'No'], undefined],
  [['Neither of these'], undefined],
];

it('leads every combination of answers to the right form, or to none', () => {
  const found = pathsOf(eligibilityCheck(after)).map(({ answers, outcome }) => [answers, outcome.start?.href]);
  expect(found).toEqual(english);
});

it('asks at most three questions', () => {
  for (const { answers } of pathsOf(eligibilityCheck(after))) expect(answers.length).toBeLessThanOrEqual(3);
});

it('leads in Spanish to the same pages in Spanish', () => {
  const targets = (paths: readonly Path[]) =>
    paths.map(({ outcome }) => [outcome.isIncluded, ...[outcome.start, ...outcome.also].map((link) => link?.href)]);
  const inSpanish = (target: string | boolean | undefined) =>
    typeof target === 'string' && target.startsWith('/') ? `/es${target}` : target;
  expect(targets(pathsOf(eligibilityCheckInSpanish(after)))).toEqual(
    targets(pathsOf(eligibilityCheck(after))).map((row) => row.map(inSpanish)),
  );
});

describe.each([
  ['English', eligibilityCheck, /due by July 17, 2025/, /You can still file/],
  ['Spanish', eligibilityCheckInSpanish, /el 17 de julio de 2025/, /Todavía puede presentar/],
])('in %s', (_, check, deadline, late) => {
  it('says why not and what else helps, or what to do and by when', () => {
    for (const { answers, outcome } of pathsOf(check(before))) {
      const words = outcome.text.join(' ');
      expect(outcome.isIncluded, answers.join(', ')).toBe(outcome.start !== undefined);
      expect(words.length, answers.join(', ')).toBeGreaterThan(40);
      expect(outcome.also.length, answers.join(', ')).toBeGreaterThan(0);
      for (const link of [...(outcome.start ? [outcome.start] : []), ...outcome.also])
        if (!link.href.startsWith('tel:')) expect(pages.has(link.href.split('#')[0] ?? ''), link.href).toBe(true);
    }
  });

  it('says after the deadline that late claims may not be paid', () => {
    const textOf = (paths: readonly Path[]) => paths[0]?.outcome.text.join(' ') ?? '';
    expect(textOf(pathsOf(check(before)))).toMatch(deadline);
    expect(textOf(pathsOf(check(before)))).not.toMatch(late);
    expect(textOf(pathsOf(check(after)))).toMatch(late);
  });
});
