import type { Figure } from '@redress/contract/console/figures';
import { formatFigureCell, formatMoney } from '@redress/contract/console/format-figure';
import type { ReportContent } from '@redress/contract/console/reports';
import { formatDay } from '@redress/contract/language';
import type { Settlement } from '@redress/contract/settlement';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { FigureLabels } from './figure-labels.ts';
import type { ReportParameters, ReportSeal } from './report-parameters.ts';

interface Summarized {
  readonly run: ReportParameters & { readonly id: string };
  readonly seal: ReportSeal;
  readonly settlement: Settlement;
  readonly labels: FigureLabels;
  readonly figures: readonly Figure[];
}

type Summary = NonNullable<ReportContent['summary']>;

/**
 * The facts that a court asks for first: claims, their share of class members, deadlines and
 * amounts.
 */
export async function summarizeReport(database: Database, report: Summarized): Promise<Summary> {
  const { run, figures } = report;
  const claims = totalOf(figures, 'late-claims', 'claims');
  const late = totalOf(figures, 'late-claims', 'late');
  const { rows } = await sql<{ decisions: number; recognized: string }>`
    select coalesce(sum(entries), 0)::float8 as decisions, coalesce(sum(amount), 0)::text as recognized
    from report_review_counts
    where run_id = ${run.id} and event = 'decision' and outcome in ('approve', 'reduce')
      and fate = 'in-force' and released`.execute(database);
  const { decisions = 0, recognized = '0' } = rows[0] ?? {};
  const amount = totalOf(figures, 'amounts-claimed', 'amount');
  return [
    {
      label: 'Claims received',
      value: count(claims),
      note: `${count(Number(claims) - Number(late))} on time, ${count(late)} late`,
    },
    await describeRate(database, report),
    ...describeDeadlines(report),
    {
      label: 'Amount approved',
      value: formatMoney(recognized),
      note: `${count(decisions)} ${decisions === 1 ? 'claim' : 'claims'} approved in full or in part`,
    },
    {
      label: 'Amount claimed',
      value: formatFigureCell('money', amount ?? '0'),
      note: `${count(totalOf(figures, 'amounts-claimed', 'with-amount'))} claims name an amount`,
    },
  ];
}

const count = (value: number | string | null) => formatFigureCell('count', value ?? 0);

function totalOf(figures: readonly Figure[], name: string, column: string) {
  const figure = figures.find((each) => each.name === name);
  return figure?.total?.[figure.columns.findIndex((each) => each.name === column)] ?? null;
}

/** Counts only forms that need the IDs of a notice: other claimants are on no list. */
async function describeRate(database: Database, { run, seal, settlement }: Summarized): Promise<Summary[number]> {
  const label = 'Claim rate';
  const forms = settlement.claimForms.filter(
    ({ caseId, login }) => login === 'required' && run.case_ids.includes(caseId),
  );
  if (forms.length === 0) return { label, value: 'None', note: 'No form of this case needs the IDs of a notice' };
  const cases = [...new Set(forms.map(({ caseId }) => caseId))];
  // Each count reads only an index, also for ten million class members.
  const { rows } = await sql<{ members: number; claims: number }>`
    select (
      (select count(*) from class_members where case_id = any(${cases}::text[])) -
      (select count(*) from class_members where case_id = any(${cases}::text[]) and import_id in (
        select id from member_imports where not exists (
          select from record_history entry where record_kind = 'member-import' and record_id = member_imports.id::text
            and kind = 'members-imported' and entry.id <= ${seal.lastEntry})))
    )::float8 as members, (
      select coalesce(sum(claims), 0) from report_counts
      where run_id = ${run.id} and not duplicate and form_id = any(${forms.map(({ id }) => id)}::text[])
    )::float8 as claims`.execute(database);
  const { members = 0, claims = 0 } = rows[0] ?? {};
  return {
    label,
    value: members === 0 ? 'Not known' : formatFigureCell('share', claims / members),
    note: `${count(claims)} claims under a notice, of ${count(members)} class members on the lists`,
  };
}

/** The deadlines, each with its forms if they differ. */
function describeDeadlines({ run, settlement, labels }: Summarized): Summary {
  const deadlines = new Map(
    settlement.claimForms
      .filter(({ caseId }) => run.case_ids.includes(caseId))
      .map(({ id, deadline }) => [id, deadline]),
  );
  const days = [...new Set(deadlines.values())].toSorted();
  return days.map((day) => {
    const forms = [...deadlines].flatMap(([id, deadline]) => (deadline === day ? [labels.labelOf('form', id)] : []));
    return {
      label: days.length > 1 ? `Deadline: ${forms.join(', ')}` : 'Filing deadline',
      value: formatDay(day, 'en'),
    };
  });
}
