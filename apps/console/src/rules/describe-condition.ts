import { flagLabels, languageLabels } from '@redress/contract/console/claim-labels';
import { formatMoney } from '@redress/contract/console/format-figure';
import type { RuleCase, RuleCondition, RuleOutcome } from '@redress/contract/console/rules';
import { formatCourtDay } from '@redress/contract/language';
import { formatCount } from '../ui/format.ts';

export const outcomeLabels: Readonly<Record<RuleOutcome, string>> = {
  approve: 'Approve the claims',
  queue: 'Queue the claims for review',
};

/** Names the subject of each kind of condition. */
export const factLabels: Readonly<Record<RuleCondition['fact'], string>> = {
  form: 'Form',
  filed: 'Filing days',
  state: 'State',
  language: 'Language',
  channel: 'Channel',
  answer: 'Answer',
  amount: 'Claimed amount',
  documents: 'Documents',
  'data-report': 'Data files',
  flag: 'Flag',
  score: 'Score',
  signal: 'Signal',
  corrected: 'Corrections',
};

/** Describes a range: `at least 1`, `2 to 5`. */
function describeRange(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined) return from === to ? `exactly ${from}` : `${from} to ${to}`;
  return from === undefined ? `at most ${to ?? ''}` : `at least ${from}`;
}

const count = (value: number | undefined) => (value === undefined ? undefined : formatCount(value));
const money = (value: string | undefined) => (value === undefined ? undefined : formatMoney(value));
const dayOf = (value: string | undefined) => (value === undefined ? undefined : formatCourtDay(value));

export function describeCondition(condition: RuleCondition, ofCase: RuleCase | undefined): string {
  switch (condition.fact) {
    case 'form':
      return `Form: ${condition.oneOf.map((form) => nameOfForm(form, ofCase)).join(' or ')}`;
    case 'filed': {
      const [from, to] = [dayOf(condition.from), dayOf(condition.to)];
      return `Filed ${[...(from === undefined ? [] : [`from ${from}`]), ...(to === undefined ? [] : [`to ${to}`])].join(' ')}`;
    }
    case 'state':
      return `State: ${condition.oneOf.join(' or ')}`;
    case 'language':
      return `Language: ${condition.oneOf.map((each) => languageLabels[each] ?? each).join(' or ')}`;
    case 'channel':
      return `Filed by a browser ${condition.is === 'script' ? 'with' : 'without'} JavaScript`;
    case 'answer':
      return `${labelOfField(condition, ofCase)}: ${describeTest(condition.is)}`;
    case 'amount':
      return `Claimed amount: ${describeRange(money(condition.atLeast), money(condition.atMost))}`;
    case 'documents': {
      const { atLeast, atMost, allClean } = condition;
      const number =
        atLeast === undefined && atMost === undefined ? [] : [describeRange(count(atLeast), count(atMost))];
      return `Documents: ${[...number, ...(allClean === undefined ? [] : [allClean ? 'at least one, and all scanned and clean' : 'not all scanned and clean'])].join(', ')}`;
    }
    case 'data-report': {
      const { rowsAtLeast: from, rowsAtMost: to, errorsAtMost, coversClaimed } = condition;
      const parts = [
        ...(from === undefined && to === undefined ? [] : [`${describeRange(count(from), count(to))} rows`]),
        ...(errorsAtMost === undefined ? [] : [`at most ${formatCount(errorsAtMost)} errors`]),
        ...(coversClaimed === undefined
          ? []
          : [coversClaimed ? 'counting at least the claimed amount' : 'counting less than the claimed amount']),
      ];
      return `Data files: ${parts.join(', ')}`;
    }
    case 'flag':
      return `${condition.is ? 'With' : 'Without'} the flag ${flagLabels[condition.flag]}`;
    case 'score':
      return `${condition.score === 'duplicate' ? 'Duplicate' : 'Machine'} score: ${describeRange(condition.atLeast?.toString(), condition.atMost?.toString())} points`.replaceAll(
        '-',
        '−',
      );
    case 'signal':
      return `${condition.is ? 'With' : 'Without'} the signal ${condition.signal}`;
    case 'corrected':
      return condition.is ? 'An answer was corrected by staff' : 'No answer was corrected by staff';
  }
}

function labelOfField(
  { form, field }: { readonly form: string; readonly field: string },
  ofCase: RuleCase | undefined,
) {
  const label = ofCase?.forms.find(({ id }) => id === form)?.fields.find(({ name }) => name === field)?.label;
  return `${nameOfForm(form, ofCase)}, ${label ?? field}`;
}

const nameOfForm = (form: string, ofCase: RuleCase | undefined): string =>
  ofCase?.forms.find(({ id }) => id === form)?.name ?? form;

function describeTest(is: Extract<RuleCondition, { fact: 'answer' }>['is']): string {
  switch (is.test) {
    case 'one-of':
      return is.values.map((value) => `“${value}”`).join(' or ');
    case 'at-least':
      return `at least ${is.number}`;
    case 'at-most':
      return `at most ${is.number}`;
    case 'answered':
      return is.value ? 'answered' : 'not answered';
  }
}

/** The tests for an answer. */
export const answerTests: readonly (readonly [test: string, label: string])[] = [
  ['one-of', 'one of'],
  ['at-least', 'at least'],
  ['at-most', 'at most'],
  ['answered', 'answered'],
  ['empty', 'not answered'],
];

/** All subjects of conditions, in the order in which they are offered. */
export const ruleFacts = [
  ...(['form', 'filed', 'state', 'language', 'channel', 'answer', 'amount', 'documents', 'data-report'] as const),
  ...(['flag', 'score', 'signal', 'corrected'] as const),
] satisfies RuleCondition['fact'][];
