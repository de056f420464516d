import type { ReportContent } from '@redress/contract/console/reports';
import { formatDay, localeOf } from '@redress/contract/language';
import { caseNameOf, type Settlement } from '@redress/contract/settlement';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { computeFigure } from './compute-figure.ts';
import { type FigureDefinition, reportFigures } from './figure-definitions.ts';
import { figureLabels } from './figure-labels.ts';
import type { ReportParameters, ReportSeal } from './report-parameters.ts';
import { summarizeReport } from './report-summary.ts';

/** Describes a finished count for a court. The result does not depend on the time of the call. */
export async function describeReport(
  database: Database,
  settlement: Settlement,
  run: ReportParameters & { readonly id: string },
  seal: ReportSeal,
): Promise<ReportContent> {
  const rows = sql`(select * from report_counts where run_id = ${run.id})`;
  const labels = figureLabels(settlement, run.case_ids, await readReviewers(database, run.id));
  const counted = { rows, labels, from: run.first_day ?? undefined, to: run.last_day ?? undefined };
  const figures = [];
  for (const figure of reportFigures) {
    // A run that began before an update has the figures of its version.
    if ((figure.since ?? 0) > run.query_version) continue;
    // Most settlements have no form that asks for a range.
    if (figure.by === 'range' && labels.order('range').length === 0) continue;
    const counts = figure.of ? reviewRows(run.id, figure) : rows;
    figures.push(await computeFigure(database, figure, { ...counted, rows: counts }));
  }
  const { timeZone } = settlement.site;
  return {
    title: 'Claims report',
    captions: run.case_ids.map((caseId) => captionOf(settlement, caseId)),
    summary: await summarizeReport(database, { run, seal, settlement, labels, figures }),
    details: [
      ...describeSeal(seal, timeZone),
      { label: 'Days of receipt', value: describePeriod(run) },
      { label: 'Days and weeks', value: `Of the court (${timeZone}); weeks run from Monday to Sunday` },
      { label: 'Definitions', value: `Version ${run.query_version}` },
    ],
    notes: [
      'A seal is a signed fingerprint of the claims’ history up to one entry. This report counts what that part of the history says. A claim, a document, a check or a decision that was recorded later does not count, whenever the report is run.',
      'Run again with the same seal, the report has the same figures, and its files are the same byte for byte. It names neither claimants nor members of staff.',
    ],
    sealedAt: seal.sealedAt.toISOString(),
    figures,
  };
}

/** The accounts that decided, by their random IDs, in whose order the report numbers them. */
async function readReviewers(database: Database, runId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct decided_by as id from report_review_counts
    where run_id = ${runId} and source = 'reviewer' and event = 'decision' order by decided_by`.execute(database);
  return rows.map(({ id }) => id);
}

/** A figure's ranges, decisions, verdicts, letters or disputes, one row for each reason if it counts by reason. */
function reviewRows(runId: string, { of, by }: FigureDefinition): RawBuilder<unknown> {
  const isMeant = {
    ranges: sql`event = 'range'`,
    decisions: sql`event = 'decision'`,
    deficiencies: sql`event = 'decision' and outcome = 'deficient' and fate <> 'undone'`,
    verdicts: sql`event = 'verdict'`,
    letters: sql`event = 'letter'`,
    'letter-weeks': sql`event = 'letter-week'`,
    // An expired deficiency is the same as in the table of deficiencies.
    disputes: sql`event in ('deficiency', 'dispute') or event = 'decision' and outcome = 'deficient' and fate = 'expired'`,
  }[of ?? 'decisions'];
  const counts = sql`select *, 0 as claims from report_review_counts where run_id = ${runId} and (${isMeant})`;
  if (by !== 'reason') return sql`(${counts})`;
  return sql`(select counts.*, reason from (${counts}) as counts, unnest(string_to_array(nullif(reasons, ''), ' ')) as reason)`;
}

/** The caption of a case, as its papers have it. */
export function captionOf(settlement: Settlement, caseId: string): ReportContent['captions'][number] {
  const { captions, receipts } = settlement;
  const name = { settlement: caseNameOf(settlement, caseId) };
  const court = captions?.[caseId];
  if (court) return { ...name, court: court.court, caption: court.caption, docketNumber: court.docketNumber };
  const caption = receipts[caseId]?.caption;
  return { ...name, ...(caption !== undefined && { caption }) };
}

export const describeSeal = ({ position, sealedAt, root }: ReportSeal, timeZone: string): ReportContent['details'] => [
  { label: 'As of seal', value: `${position}, made ${formatMoment(sealedAt, timeZone)}` },
  { label: 'Root of the seal', value: formatHash(root.toString('hex')) },
];

/** Two lines of 32 digits are easier to compare by eye. */
export const formatHash = (hash: string): string => `${hash.slice(0, 32)} ${hash.slice(32)}`;

function describePeriod({ first_day: from, last_day: to }: ReportParameters): string {
  if (from === null) return to === null ? 'On any day up to the seal' : `Until ${formatDay(to, 'en')}`;
  return to === null ? `From ${formatDay(from, 'en')}` : `From ${formatDay(from, 'en')} to ${formatDay(to, 'en')}`;
}

export function formatMoment(moment: Date, timeZone: string): string {
  const format = { dateStyle: 'long', timeStyle: 'long', timeZone } as const;
  return new Intl.DateTimeFormat(localeOf.en, format).format(moment).replaceAll('\u202f', ' ');
}
