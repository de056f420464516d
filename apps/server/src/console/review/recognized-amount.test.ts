import type { ReviewRules } from '@redress/contract/review-rules';
import { expect, test } from 'vitest';
import { checkDecision } from './check-decision.ts';
import {
  computeLargest,
  computeRecognizable,
  describeRecognizable,
  formatAmount,
  parseAmount,
} from './recognized-amount.ts';

const text = { en: 'x', es: 'x' };
const rules: ReviewRules = {
  secondPersonFrom: 10_000,
  highValueFrom: 10_000,
  reasons: [
    { id: 'less', outcome: 'reduce', label: 'Less', text },
    { id: 'of-payors', outcome: 'reduce', label: 'Less', text, forms: ['payor'] },
    { id: 'fraud', outcome: 'deny', label: 'Fraud', text, isFraud: true },
    { id: 'other', outcome: 'deny', label: 'Other', text },
  ],
  recognized: {
    payor: { rule: 'claimed', pool: 'payors' },
    person: {
      rule: 'range',
      field: 'paid',
      ranges: { some: { from: 501, to: 1_000 }, many: { from: 10_000 } },
      suggest: 'middle',
      pool: 'people',
    },
  },
};
const inputs = { amount: null, answers: {}, counted: null, documents: 0 };
const ofPayor = (amount: string | null, counted: string | null = null) =>
  computeRecognizable(rules, 'payor', { ...inputs, amount, counted });
const ofPerson = (paid: string) => computeRecognizable(rules, 'person', { ...inputs, answers: { paid } });

test('data files are named as the reason only when they count less than is claimed', () => {
  expect(ofPayor('900', '900').rule).toBe('The claimed amount.');
  expect(ofPayor('900', '899.99').rule).toBe('The data files count $899.99, less than the $900.00 claimed.');
});

test('a range gives its limits, if it has them', () => {
  expect(describeRecognizable(ofPerson('some'))).toMatchObject({ suggested: '750.50', from: '501.00', to: '1000.00' });
  expect(describeRecognizable(ofPerson('many'))).toMatchObject({ suggested: '10000.00', from: '10000.00', to: null });
  expect(describeRecognizable(ofPerson('toString'))).toMatchObject({ suggested: null, from: null, to: null });
  expect(describeRecognizable(ofPayor(null))).toMatchObject({ suggested: null });
});

test('the largest amount of a claim is the upper end of its range, or the claimed amount', () => {
  const largestOf = (formId: string, amount: string | null, paid: string) =>
    formatAmount(computeLargest(rules, formId, { amount, answers: { paid } }));
  expect(largestOf('person', null, 'some')).toBe('1000.00');
  expect(largestOf('person', null, 'many')).toBe('10000.00');
  expect(largestOf('payor', '900', '')).toBe('900.00');
  expect(largestOf('payor', null, '')).toBe('0.00');
});

const check = (
  decision: Parameters<typeof checkDecision>[2],
  recognizable = ofPayor('12000'),
  claim: { readonly late?: boolean; readonly formId?: string; readonly isUncured?: boolean } = {},
) => checkDecision(rules, { formId: 'payor', late: false, isUncured: false, recognizable, ...claim }, decision);

test('a second person is needed for fraud, for a late claim that is accepted, and from the threshold on', () => {
  const less = { outcome: 'reduce', reasons: ['less'] } as const;
  expect(check({ outcome: 'deny', reasons: ['other', 'fraud'] })).toMatchObject({ causes: ['fraud'], amount: null });
  expect(check({ outcome: 'deny', reasons: ['other'] }, ofPayor('12000'), { late: true })).toMatchObject({
    causes: [],
  });
  expect(check({ outcome: 'approve', reasons: [] }, ofPayor('5'), { late: true })).toMatchObject({ causes: ['late'] });
  expect(check({ ...less, recognizedAmount: '9999.99' })).toMatchObject({ causes: [], amount: '9999.99' });
  expect(check({ ...less, recognizedAmount: '10000' })).toMatchObject({ causes: ['high-value'], amount: '10000.00' });
});

test('an approval of a range stays within it, and needs an amount where nothing suggests one', () => {
  const approve = (recognizedAmount: string) => ({ outcome: 'approve', reasons: [], recognizedAmount }) as const;
  expect(check(approve('501'), ofPerson('some'))).toMatchObject({ amount: '501.00' });
  expect(check(approve('1000'), ofPerson('some'))).toMatchObject({ amount: '1000.00' });
  for (const amount of ['500.99', '1000.01'])
    expect(check(approve(amount), ofPerson('some'))).toMatchObject({ errors: [{ field: 'recognizedAmount' }] });
  expect(check({ outcome: 'approve', reasons: [] }, ofPerson('?'))).toMatchObject({ errors: [{ rule: 'required' }] });
  expect(check(approve('77'), ofPerson('?'))).toMatchObject({ amount: '77.00' });
});

test('reasons of other forms and outcomes do not count, and repeated ones count once', () => {
  const reduce = (...reasons: string[]) => ({ outcome: 'reduce', reasons, recognizedAmount: '5' }) as const;
  expect(check(reduce('of-payors', 'less', 'less'))).toMatchObject({ reasons: ['less', 'of-payors'] });
  expect(check(reduce('of-payors'), ofPayor('12'), { formId: 'person' })).toMatchObject({
    errors: [{ field: 'reasons', rule: 'unknown' }],
  });
  expect(check(reduce('fraud'))).toMatchObject({ errors: [{ field: 'reasons', rule: 'unknown' }] });
});

test('a data file whose reversals exceed its payments recognizes nothing, and says what it counts', () => {
  expect(ofPayor('1250.5000', '-12.5000').rule).toContain('-$12.50');
  expect(ofPayor('1250.5000', '-0.5000').rule).toContain('-$0.50');
});

test('amounts are exact', () => {
  expect(formatAmount(parseAmount('-12.5000'))).toBe('-12.50');
  expect(formatAmount(parseAmount('-0.5000'))).toBe('-0.50');
  expect(formatAmount(parseAmount('-0.5') + parseAmount('0.75'))).toBe('0.25');
  expect(formatAmount(parseAmount('0.1') + parseAmount('0.2'))).toBe('0.30');
  expect(formatAmount(parseAmount('0.0050') + parseAmount('0.0050'))).toBe('0.01');
  expect(formatAmount(parseAmount('1234567890123.4567'))).toBe('1234567890123.45');
});
