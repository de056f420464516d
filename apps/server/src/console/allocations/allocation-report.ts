import {
  describeLimits,
  describeSummary,
  netFundFigure,
  poolFigures,
  sizesFigure,
} from '@redress/contract/console/allocation-figures';
import type { Allocation } from '@redress/contract/console/allocations';
import type { Figure, FigureColumn } from '@redress/contract/console/figures';
import type { ReportContent } from '@redress/contract/console/reports';
import { formatPercent } from '@redress/contract/funds';
import { formatDay } from '@redress/contract/language';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ConsoleContext } from '../context.ts';
import { formatCents } from '../../claims/payments/cents.ts';
import { captionOf, describeSeal, formatHash, formatMoment } from '../reports/report-content.ts';
import { findReportSeal } from '../reports/report-parameters.ts';

/**
 * Makes the report on a frozen allocation, or on a scenario for the court, from its row. Undefined
 * before the row is computed.
 */
export async function describeAllocation(
  { database, settlement }: Pick<ConsoleContext, 'database' | 'settlement'>,
  { id, fund, name, summary, netFund, sha256, computedAt, frozenAt, ...allocation }: Allocation,
): Promise<ReportContent | undefined> {
  const { planVersion, asOf, engine, limits } = allocation;
  if (!summary || netFund === null || sha256 === null || computedAt === null) return undefined;
  const seal = await findReportSeal(database, allocation.seal.position);
  if (!seal) throw new Error(`The seal of the allocation ${id} is missing`);
  const { parameters } = await database
    .selectFrom('allocations')
    .select('parameters')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { timeZone } = settlement.site;
  const changed = describeLimits(limits, summary.pools);
  return {
    // A case may have several funds. Title and foot name the one of the report.
    title: `Allocation report, ${fund.title}${frozenAt === null ? ': scenario' : ''}`,
    captions: [captionOf(settlement, fund.caseId)],
    summary: describeSummary(netFund, summary).map(({ label, value, note, hint }) => ({
      label,
      value,
      note: [note, hint].filter((part) => part !== undefined).join('. '),
    })),
    details: [
      ...describeSeal(seal, timeZone),
      { label: 'Allocation', value: `“${name}” of the fund “${fund.title}”` },
      { label: 'Frozen', value: frozenAt === null ? 'Not yet' : formatMoment(new Date(frozenAt), timeZone) },
      { label: 'Net fund as of', value: formatDay(asOf, 'en') },
      { label: 'Plan of allocation', value: `Version ${planVersion}, computed by version ${engine} of the program` },
      { label: 'Differences from the plan', value: changed.length === 0 ? 'None' : changed.join('. ') },
      { label: 'SHA-256', value: formatHash(sha256) },
    ],
    notes: [
      'The SHA-256 covers the parameters and every line of the allocation: claim number, pool, amount counted, limits and payment. To check it, download the allocation as CSV and run “npm run allocation:verify -- FILE”, a separate program that computes every payment again.',
      'A seal is a signed fingerprint of the claims’ history up to one entry. Claims count as that part of the history says. This report names neither claimants nor members of staff.',
      frozenAt === null
        ? 'Made again by the same release, its files are the same byte for byte.'
        : 'Its files are kept as they were first made.',
    ],
    sealedAt: frozenAt ?? computedAt,
    figures: [
      netFundFigure(netFund, summary),
      planFigure(parameters ?? '', summary.pools),
      ...poolFigures(summary),
      sizesFigure([{ name, summary }]),
    ],
  };
}

const text = Type.Optional(Type.String());
const ParametersSchema = Type.Object({
  pools: Type.Array(
    Type.Object({
      id: Type.String(),
      share: Type.Integer(),
      minimum: text,
      floor: text,
      cap: text,
      capMultiple: text,
      overflow: text,
    }),
  ),
});
const money = (name: string, header: string): FigureColumn => ({ name, header, kind: 'money' });

/** The pools as they were computed, from the parameters that the SHA-256 covers. */
function planFigure(parameters: string, pools: readonly { readonly id: string; readonly title: string }[]): Figure {
  const parsed: unknown = JSON.parse(parameters);
  if (!Value.Check(ParametersSchema, parsed)) throw new Error('An allocation has unknown parameters');
  const dollars = (amount: string | undefined) => (amount === undefined ? null : formatCents(BigInt(amount)));
  const titleOf = (id: string) => pools.find((pool) => pool.id === id)?.title ?? id;
  return {
    name: 'plan',
    title: 'Plan',
    definition:
      'Pools divide the net fund by their shares. Payments below the minimum drop out, floor and cap limit each payment.',
    columns: [
      { name: 'pool', header: 'Pool', kind: 'text' },
      { name: 'share', header: 'Share of the net fund', kind: 'percent' },
      money('minimum', 'Minimum'),
      money('floor', 'Floor'),
      money('cap', 'Cap'),
      { name: 'multiple', header: 'Cap, of the amount counted', kind: 'percent' },
      { name: 'overflow', header: 'What it can’t use goes to', kind: 'text' },
    ],
    rows: parsed.pools.map(({ id, share, minimum, floor, cap, capMultiple, overflow }) => [
      titleOf(id),
      formatPercent(share),
      ...[minimum, floor, cap].map(dollars),
      capMultiple === undefined ? null : formatPercent(Number(capMultiple)),
      overflow === undefined ? null : titleOf(overflow),
    ]),
  };
}
