import { expect, test } from 'vitest';
import { checkFunds } from './check-funds.ts';
import { checkSettlementShape } from './check-settlement-shape.ts';
import { checkSettlement } from './check-settlement.ts';
import { type Fund, formatPercent, type Pool } from './funds.ts';
import type { Settlement } from './settlement.ts';
import { claimForm, fund, lettersWith, settlementWith } from '../fixtures/sample-settlement.ts';

const [loss, payor, other] = [
  claimForm(),
  claimForm({ id: 'payor', resource: 'Payors' }),
  claimForm({ id: 'other', resource: 'Others' }),
];
const { review, site, receipts } = settlementWith();
const range = {
  rule: 'range',
  field: 'paid',
  ranges: { few: { from: 1 }, many: { from: 501 } },
  suggest: 'from',
} as const;
const recognized: Settlement['review']['recognized'] = {
  loss: { ...range, pool: 'all' },
  payor: { rule: 'claimed', pool: 'all' },
};

/** The sentences about funds. The form `loss` has ranges. */
function sentencesAbout(funds: readonly Fund[], parts: Partial<Settlement> = {}): string[] {
  return checkFunds(settlementWith({ funds, claimForms: [loss], review: { ...review, recognized }, ...parts }));
}
const ofPool = (parts: Partial<Pool>): Fund => fund({}, parts);
const [pool] = fund().pools;
if (!pool) throw new Error('The sample has no pool.');
const ofTwo = (one: Partial<Pool>, other: Partial<Pool> = {}, parts: Partial<Settlement> = {}): string[] =>
  sentencesAbout(
    [
      fund({
        pools: [
          { ...pool, share: 7_800, ...one },
          { ...pool, id: 'payors', share: 2_200, ...other },
        ],
      }),
    ],
    {
      claimForms: [loss, payor],
      review: { ...review, recognized: { ...recognized, payor: { rule: 'claimed', pool: 'payors' } } },
      ...parts,
    },
  );

const ofThree = (...[all, payors, others]: readonly [string, string, string?]): string[] =>
  sentencesAbout(
    [
      fund({
        pools: [
          { ...pool, share: 5_000, overflow: all },
          { ...pool, id: 'payors', share: 2_500, overflow: payors },
          { ...pool, id: 'others', share: 2_500, ...(others !== undefined && { overflow: others }) },
        ],
      }),
    ],
    {
      claimForms: [loss, payor, other],
      review: {
        ...review,
        recognized: {
          ...recognized,
          payor: { rule: 'claimed', pool: 'payors' },
          other: { rule: 'claimed', pool: 'others' },
        },
      },
    },
  );

test('accepts one pool for all forms, two that overflow into each other, two funds of a case, and no fund', () => {
  expect(sentencesAbout([fund()], { claimForms: [loss, payor] })).toEqual([]);
  expect(ofTwo({ overflow: 'payors' }, { overflow: 'all' })).toEqual([]);
  expect(ofThree('others', 'all')).toEqual([]);
  expect(sentencesAbout([fund({ feeAtMost: 0 }), fund({ id: 'elm', feeAtMost: 100 })])).toEqual([]);
  expect(sentencesAbout([], { review })).toEqual([]);
  expect(sentencesAbout([ofPool({ weight: { amounts: { few: 25, many: 75 } }, floor: 5, floors: 'prorate' })])).toEqual(
    [],
  );
});

const inPool = 'funds.ts, fund "oak", pool "all": ';
test.each<[string, string[]]>([
  [
    'funds.ts, fund "oak": the shares of its pools sum to 9900, and must sum to 10000, which is 100%.',
    ofTwo({ share: 7_700 }),
  ],
  [
    'funds.ts, fund "oak": "feeAtMost" is 33, which is 0.33% of the amount; for 33%, write 3300.',
    sentencesAbout([fund({ feeAtMost: 33 })]),
  ],
  ['funds.ts, fund "oak": another fund has this ID; change one of them.', sentencesAbout([fund(), fund()])],
  [
    'funds.ts, fund "oak", pool "all": another pool of this fund has this ID; change one of them.',
    ofTwo({}, { id: 'all' }, { review: { ...review, recognized } }),
  ],
  [
    `${inPool}"cap" is 5, which is less than its "floor" of 10; raise the "cap" or lower the "floor".`,
    sentencesAbout([ofPool({ floor: 10, cap: 5 })]),
  ],
  [
    `${inPool}"cap" is 4.5, which is less than its "minimum" of 5, so no claim could be paid; raise the "cap" or lower the "minimum".`,
    sentencesAbout([ofPool({ minimum: 5, cap: 4.5 })]),
  ],
  [
    `${inPool}it has a "floor" and a "minimum"; every payment reaches the floor, so remove one of them.`,
    sentencesAbout([ofPool({ floor: 10, minimum: 5 })]),
  ],
  [
    `${inPool}it has "floors", but no "floor"; add a "floor", or remove "floors".`,
    sentencesAbout([ofPool({ floors: 'prorate' })]),
  ],
  [`${inPool}"overflow" is "payor", which is no pool of this fund; write payors.`, ofTwo({ overflow: 'payor' })],
  [`${inPool}"overflow" leads back to the pool itself; write payors, or remove it.`, ofTwo({ overflow: 'all' })],
  [
    `${inPool}"overflow" leads in a circle, from "payors" to "others" to "all" and back; remove it from one of them.`,
    ofThree('payors', 'others', 'all'),
  ],
  ['funds.ts, fund "oak": "pools" is empty; add a pool.', sentencesAbout([fund({ pools: [] })])],
  [
    `${inPool}the fund has no other pool that "overflow" can name; remove it.`,
    sentencesAbout([ofPool({ overflow: 'all' })]),
  ],
  [
    'funds.ts, fund "oak", pool "al": no claims belong to it, because review.ts names no such pool for the case "case"; write all.',
    sentencesAbout([ofPool({ id: 'al' })]),
  ],
  [
    'review.ts, recognized amounts of "payor": no fund of the case "case" has the pool "payors"; write all, or add the pool to funds.ts.',
    sentencesAbout([fund()], {
      claimForms: [loss, payor],
      review: { ...review, recognized: { ...recognized, payor: { rule: 'claimed', pool: 'payors' } } },
    }),
  ],
  [
    'review.ts: "recognized" has no rule for the form "loss", so no pool pays its claims; add one.',
    sentencesAbout([fund()], { review }),
  ],
  [
    `${inPool}"amounts" lacks the range "many" of the form "loss"; add its amount.`,
    sentencesAbout([ofPool({ weight: { amounts: { few: 25 } } })]),
  ],
  [
    `${inPool}"amounts" has "all", which is no range of the form "loss"; correct or remove it.`,
    sentencesAbout([ofPool({ weight: { amounts: { few: 25, many: 75, all: 100 } } })]),
  ],
  [
    `${inPool}it has "amounts", and review.ts has no ranges for the form "payor"; write weight: 'recognized-amount'.`,
    sentencesAbout([ofPool({ weight: { amounts: { few: 25, many: 75 } } })], { claimForms: [loss, payor] }),
  ],
  [
    'funds.ts, fund "oak", "caseId": no form has the case "cases"; write case, or remove it.',
    checkSettlement(settlementWith({ funds: [fund({ caseId: 'cases' })] })),
  ],
])('reports once: %s', (sentence, sentences) => {
  expect(sentences).toEqual([sentence]);
});

test('asks for Spanish titles of a Spanish website', () => {
  const translations = { es: { claimForms: [], receipts, letters: lettersWith('Texto') } };
  const missing = sentencesAbout([fund()], { translations });
  expect(missing).toEqual([
    'funds.ts, fund "oak": "title" has no Spanish text; add es: \'…\' to it.',
    `${inPool}"title" has no Spanish text; add es: '…' to it.`,
  ]);
});

test.each<[Partial<Fund>, string]>([
  [
    { feeAtMost: 34_000 },
    '"feeAtMost" is 34000, and must be a whole number of basis points up to 10000, which is 100%, such as 3300.',
  ],
  [
    { amount: 0.005 },
    '"amount" is 0.005, and must be dollars above zero, at most 10 billion, without fractions of a cent and without quotation marks, such as 1000000.',
  ],
  [
    { amount: 10_000_000_001 },
    '"amount" is 10000000001, and must be dollars above zero, at most 10 billion, without fractions of a cent and without quotation marks, such as 1000000.',
  ],
  [
    { id: 'Oak' },
    '"id" is "Oak", and must be up to 40 lowercase letters, digits and single hyphens, such as \'consumers\'.',
  ],
])('%j is no part of a fund', (parts, problem) => {
  const all = checkSettlementShape({ ...settlementWith({ site }), funds: [fund(parts)] });
  expect(all.filter((one) => one.startsWith('funds.ts'))).toEqual([
    `funds.ts, fund "${parts.id ?? 'oak'}": ${problem}`,
  ]);
});

test('basis points are exact percents', () => {
  expect([1667, 7800, 290, 10_000].map(formatPercent)).toEqual(['16.67%', '78%', '2.9%', '100%']);
});
