import {
  type Allocation,
  type AllocationFigures,
  type AllocationSummary,
  type lineOutcomes,
  netFundLabels,
} from './allocations.ts';
import type { Figure, FigureCell, FigureColumn } from './figures.ts';
import { formatFigureCell, formatMoney } from './format-figure.ts';

export const outcomeLabels: Readonly<Record<(typeof lineOutcomes)[number], string>> = {
  paid: 'Paid',
  capped: 'Paid the most that the limit allows',
  'below-minimum': 'Below the minimum',
  reserved: 'Reserved',
  zero: 'Nothing to pay',
};

type Limits = Allocation['limits'][string];
const limitNames = ['minimum', 'floor', 'cap'] as const satisfies (keyof Limits)[];

/** The differences from the plan of allocation: `Consumer pool: minimum $10.00, no cap`. */
export const describeLimits = (
  limits: Allocation['limits'],
  pools: readonly { readonly id: string; readonly title: string }[],
): string[] =>
  Object.entries(limits).flatMap(([id, changed]) => {
    const parts = limitNames.flatMap((name) => {
      const amount = changed[name];
      if (amount === undefined) return [];
      return amount === null ? `no ${name}` : `${name} ${formatMoney(amount)}`;
    });
    const title = pools.find((pool) => pool.id === id)?.title ?? id;
    return parts.length === 0 ? [] : [`${title}: ${parts.join(', ')}`];
  });

const count = (claimCount: number) => formatFigureCell('count', claimCount);
const claims = (claimCount: number) => `${count(claimCount)} ${claimCount === 1 ? 'claim' : 'claims'}`;
const money = (amount: string | null) => (amount === null ? '—' : formatMoney(amount));

interface SummaryLine {
  readonly label: string;
  /** Explains the label. */
  readonly hint?: string;
  readonly value: string;
  readonly note?: string;
}

/** The figures of an allocation, in the order of every screen and report. */
export const describeSummary = (netFund: string, { total, residual, pools }: AllocationSummary): SummaryLine[] => [
  { label: 'Net fund', value: formatMoney(netFund) },
  { label: 'People paid', value: count(total.paid), note: `of ${claims(total.claims)}` },
  { label: 'Payments', value: formatMoney(total.sum) },
  { label: 'Smallest payment', value: money(total.smallest) },
  { label: 'Median payment', hint: 'Half of the payments are this or less', value: money(total.median) },
  { label: 'Mean payment', value: money(total.mean) },
  { label: 'Largest payment', value: money(total.largest) },
  {
    label: 'Below the minimum',
    value: claims(total.belowMinimum.claims),
    note: `${formatMoney(total.belowMinimum.amount)} counted`,
  },
  { label: 'Paid the maximum', hint: 'A limit allows no more', value: claims(total.capped) },
  { label: 'Nothing to pay', hint: 'Nothing counted, or less than a cent', value: claims(total.zero) },
  {
    label: 'Reserved',
    hint: 'Open disputes, or by order of the court',
    value: claims(total.reserved.claims),
    note: `${formatMoney(total.reserved.amount)} set aside`,
  },
  { label: 'Left over', hint: 'What no pool can use', value: formatMoney(residual) },
  ...pools.map((pool) => ({
    label: `Rate, ${pool.title}`,
    hint: 'Of the amount counted',
    value: formatRate(pool),
  })),
];

function formatRate({ rate, claims: eligible }: AllocationSummary['pools'][number]): string {
  if (rate !== null) return `${rate}%`;
  return eligible === 0 ? '—' : 'Set by limits';
}

const column = (name: string, header: string, kind: FigureColumn['kind']): FigureColumn => ({ name, header, kind });

/** What adds up to the net fund. */
export const netFundFigure = (netFund: string, { ledger }: AllocationSummary): Figure => ({
  name: 'net-fund',
  title: 'Net fund',
  definition: 'What the ledger of the fund says as of the day of the net fund.',
  columns: [column('kind', 'Ledger', 'text'), column('amount', 'Amount', 'money')],
  rows: ledger.map(({ kind, amount }) => [netFundLabels[kind] ?? kind, amount]),
  total: ['Net fund', netFund],
});

/** What each pool has, whom it pays, and how much. */
export function poolFigures({ pools, total }: AllocationSummary): Figure[] {
  const figureOf = (
    name: string,
    title: string,
    definition: string,
    columns: readonly (readonly [column: FigureColumn, cellOf: (of: AllocationFigures) => FigureCell])[],
  ): Figure => ({
    name,
    title,
    definition,
    columns: [column('pool', 'Pool', 'text'), ...columns.map(([each]) => each)],
    rows: pools.map((pool) => [pool.title, ...columns.map(([, cellOf]) => cellOf(pool))]),
    ...(pools.length > 1 && { total: [null, ...columns.map(([, cellOf]) => cellOf(total))] }),
  });
  return [
    {
      name: 'pool-money',
      title: 'Money of each pool',
      definition:
        'Its share of the net fund, what moved between pools because one could not use it, its payments with what is reserved, and what is left over. Rate: percent of the amount that the plan counts: the recognized one, or that of its range.',
      columns: [
        column('pool', 'Pool', 'text'),
        column('share', 'Share', 'money'),
        column('in', 'From pools', 'money'),
        column('out', 'To pools', 'money'),
        column('payments', 'Payments', 'money'),
        column('reserved', 'Reserved', 'money'),
        column('left', 'Left over', 'money'),
        column('rate', 'Rate', 'percent'),
      ],
      rows: pools.map((pool) => [
        pool.title,
        pool.money,
        pool.overflowIn,
        pool.overflowOut,
        pool.sum,
        pool.reserved.amount,
        pool.left,
        formatRate(pool),
      ]),
    },
    figureOf('pool-claims', 'Claims of each pool', 'Eligible claims by their outcome. Each claim has one.', [
      [column('claims', 'Eligible', 'count'), (of) => of.claims],
      [column('paid', 'Paid below the maximum', 'count'), (of) => of.paid - of.capped],
      [column('capped', 'Paid the maximum', 'count'), (of) => of.capped],
      [column('below', outcomeLabels['below-minimum'], 'count'), (of) => of.belowMinimum.claims],
      [column('zero', outcomeLabels.zero, 'count'), (of) => of.zero],
      [column('reserved', outcomeLabels.reserved, 'count'), (of) => of.reserved.claims],
    ]),
    figureOf('pool-payments', 'Payments of each pool', 'Payments to claimants, without what is reserved.', [
      [column('smallest', 'Smallest', 'money'), (of) => of.smallest],
      [column('median', 'Median', 'money'), (of) => of.median],
      [column('mean', 'Mean', 'money'), (of) => of.mean],
      [column('largest', 'Largest', 'money'), (of) => of.largest],
    ]),
  ];
}

interface Scenario {
  readonly name: string;
  readonly summary: AllocationSummary;
}

/**
 * All sizes of payments of some scenarios, from one amount to less than another, smallest first.
 * They come from one series of amounts.
 */
export const sizesOf = (scenarios: readonly Scenario[]) =>
  [...new Map(scenarios.flatMap(({ summary }) => summary.total.histogram).map((size) => [size.from, size])).values()]
    .map(({ from, to }) => ({ from, to }))
    .toSorted((a, b) => Number(a.from) - Number(b.from));

/** How many people get payments of each size, in one scenario or in several side by side. */
export function sizesFigure(scenarios: readonly Scenario[]): Figure {
  const isAlone = scenarios.length === 1;
  return {
    name: 'payments-by-size',
    title: 'Payments by size',
    definition: 'People by the size of their payment, without those whose payments are reserved.',
    columns: [
      column('size', 'Payment', 'text'),
      ...scenarios.flatMap(({ name }, index) => [
        column(isAlone ? 'claims' : `claims:${index}`, isAlone ? 'People' : `${name}: people`, 'count'),
        column(isAlone ? 'amount' : `amount:${index}`, isAlone ? 'Payments' : `${name}: payments`, 'money'),
      ]),
    ],
    rows: sizesOf(scenarios).map((size) => [
      `${formatMoney(size.from)} to less than ${formatMoney(size.to)}`,
      ...scenarios.flatMap(({ summary }) => {
        const bin = summary.total.histogram.find(({ from }) => from === size.from);
        return [bin?.claims ?? 0, bin?.amount ?? '0'];
      }),
    ]),
    total: [null, ...scenarios.flatMap(({ summary: { total } }) => [total.paid, total.sum])],
  };
}
