import type { DataReport, DataReports } from '@redress/contract/console/claim-details';
import { claimFacts, dataFilesOf } from '@redress/contract/data-file-expectations';
import { dataMessages } from '@redress/datafiles/messages/all-messages';
import { displayValue } from '@redress/datafiles/messages/message-values';
import type { CheckedFile, DataReport as StoredReport, Finding, TableReport } from '@redress/datafiles/report';
import type { DataRules } from '@redress/datafiles/rules';
import type { ConsoleContext } from '../context.ts';
import { type FileCheck, formatDataChecks } from '../../claims/documents/format-data-checks.ts';
import { formOf } from './describe-answers.ts';
import type { FoundClaim } from './find-claim.ts';

const messages = dataMessages.en;
/** In characters of the text in the sheet or file. */
const maxValueLength = 100;

/** A claim's data files for staff: totals, findings, and the claim's answers beside them. */
export async function readDataReports(
  { database, settlement }: Pick<ConsoleContext, 'database' | 'settlement'>,
  claim: FoundClaim,
): Promise<DataReports> {
  const rows = await database
    .selectFrom('data_checks')
    .innerJoin('claim_documents', 'claim_documents.id', 'data_checks.document_id')
    .select(['claim_documents.id', 'claim_documents.name', 'scan', 'outcome', 'report'])
    .where('data_checks.claim_id', '=', claim.id)
    .where('claim_documents.status', '=', 'stored')
    .orderBy('stored_at')
    .orderBy('claim_documents.name')
    .execute();
  const form = formOf(settlement, claim);
  const dataFiles = form && dataFilesOf(form);
  const rules = settlement.dataRules?.[claim.form_id];
  const checks = rows.map(({ name, scan, outcome, report }): FileCheck => {
    const result = scan === 'infected' ? 'infected' : (report ?? (outcome === null ? 'waiting' : 'failed'));
    return { name, isData: true, result };
  });
  const facts = dataFiles && claimFacts(dataFiles, claim.answers);
  const formatted = formatDataChecks(checks, 'en', facts && rules && { rules, facts, howToFix: undefined });
  return {
    review: formatted.review,
    files: rows.map(({ id, name }, index) => {
      const result = checks[index]?.result;
      const message = formatted.files[index]?.message ?? '';
      const report = typeof result === 'object' ? result : undefined;
      return { documentId: id, name, message, ...describeFile(report, rules) };
    }),
  };
}

function describeFile(
  file: CheckedFile | undefined,
  rules: DataRules | undefined,
): Omit<DataReport, 'documentId' | 'name' | 'message'> {
  if (!file || file.outcome === 'unreadable') return { tables: [], counts: [], findings: [] };
  if (file.outcome === 'no-data')
    return { format: messages.format(file.format), tables: describeTables(file.tables), counts: [], findings: [] };
  const { report } = file;
  return {
    format: messages.format(report.format),
    tables: describeTables(report.tables),
    ...(report.purchases && { purchases: describePurchases(report.purchases) }),
    ...(report.membership && { membership: describeMembership(report.membership) }),
    counts: report.counts.map((count) => ({ ...count, title: messages.titles[count.code] })),
    findings: rules ? report.findings.map((finding) => describeFinding(finding, report, rules)) : [],
  };
}

function describeTables(tables: readonly TableReport[]): DataReport['tables'] {
  return tables.map(({ sheet, kind, rows, dates, decimals }) => ({
    name: sheet === undefined ? messages.kinds[kind] : `${displayValue(sheet)}: ${messages.kinds[kind]}`,
    rows,
    read: [...(dates ? [messages.dates(dates)] : []), ...(decimals ? [messages.decimals(decimals)] : [])],
  }));
}

const copy = (groups: readonly { readonly name: string; readonly rows: number; readonly amount: string }[]) =>
  groups.map(({ name, rows, amount }) => ({ name, rows, amount }));

function describePurchases(totals: NonNullable<StoredReport['purchases']>): NonNullable<DataReport['purchases']> {
  const { counted, faulty, reversals, duplicates, withoutPlan, byState, byYear, byDrug, byPlan } = totals;
  return {
    counted,
    faulty,
    reversals,
    duplicates,
    withoutPlan,
    byState: copy(byState),
    byYear: copy(byYear),
    byDrug: copy(byDrug),
    byPlan: copy(byPlan),
  };
}

function describeMembership(totals: NonNullable<StoredReport['membership']>): NonNullable<DataReport['membership']> {
  const { rows, counted, byYear, byState } = totals;
  return {
    rows,
    counted,
    byYear: byYear.map(({ year, members }) => ({ name: year, members })),
    byState: byState.map(({ state, members }) => ({ name: state, members })),
  };
}

function describeFinding(finding: Finding, report: StoredReport, rules: DataRules): DataReport['findings'][number] {
  const { code, severity, line, value = '' } = finding;
  const table = report.tables[finding.table] ?? { kind: 'none', headers: [], sample: [], columns: [], rows: 0 };
  const place = table.sheet === undefined ? 'line' : `${displayValue(table.sheet)}, row`;
  return {
    code,
    severity,
    place: line === undefined ? (table.sheet === undefined ? '' : displayValue(table.sheet)) : `${place} ${line}`,
    value: displayValue(value, maxValueLength),
    explanation: messages.explain(finding, { table, rules }),
  };
}
