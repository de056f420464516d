import type { Export, ExportManifest } from '@redress/contract/console/exports';
import { dayIn } from '@redress/forms/court-day';
import type { Selectable } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { ConsoleContext } from '../context.ts';
import type { ExportsTable } from './tables.ts';
import { notFound } from '../../platform/http/problem.ts';
import { findExportList } from './export-lists.ts';

export type ExportRecord = Selectable<ExportsTable>;
/** An export with the names of the people who requested and decided it. */
export type NamedExport = ExportRecord & { readonly asker: string; readonly decider: string | null };

const selectOwn = (database: Database, staffId: string) =>
  database
    .selectFrom('exports')
    .innerJoin('staff as asker', 'asker.id', 'requested_by')
    .leftJoin('staff as decider', 'decider.id', 'decided_by')
    .selectAll('exports')
    .select(['asker.name as asker', 'decider.name as decider'])
    .where('requested_by', '=', staffId);

const maxListed = 100;

/** A person's own exports, newest first. */
export function findExports(database: Database, staffId: string): Promise<NamedExport[]> {
  return selectOwn(database, staffId).orderBy('requested_at', 'desc').limit(maxListed).execute();
}

/** @throws ProblemError `not-found` also for another person's export */
export async function findExport(database: Database, staffId: string, id: string): Promise<NamedExport> {
  return selectOwn(database, staffId).where('exports.id', '=', id).executeTakeFirstOrThrow(notFound);
}

export async function describeExport(
  { settlement, database }: Pick<ConsoleContext, 'settlement' | 'database'>,
  row: NamedExport,
): Promise<Export> {
  const list = findExportList(row.list);
  const headers = row.columns.map((key) => list?.columns.find((column) => column.key === key)?.header ?? key);
  const { filters = [] } = (await list?.describe(settlement, row.query, row.cases, database)) ?? {};
  const manifest = describeManifest(row, { file: fileNameOf(row, settlement.site.timeZone), filters, headers });
  return {
    id: row.id,
    list: list?.title ?? row.list,
    format: row.format,
    filters,
    columns: headers,
    status: row.status,
    withTaxIds: row.with_tax_ids,
    requestedAt: row.requested_at.toISOString(),
    rows: Number(row.row_count),
    expectedRows: row.expected_rows === null ? null : Number(row.expected_rows),
    decidedBy: row.decider,
    expiresAt: row.expires_at?.toISOString() ?? null,
    ...(manifest && { manifest }),
  };
}

/** For example `claims-2026-11-22-1f0c9a3e.csv`, with the court's day. */
export const fileNameOf = ({ id, list, format, requested_at: at }: ExportRecord, timeZone: string): string =>
  `${list}-${dayIn(timeZone, at)}-${id.slice(0, 8)}.${format}`;

function describeManifest(
  row: NamedExport,
  { file, filters, headers }: { readonly file: string; readonly filters: string[]; readonly headers: string[] },
): ExportManifest | undefined {
  if (!row.sha256 || !row.finished_at) return undefined;
  return {
    format: 'redress-export/1',
    file,
    list: row.list,
    filters,
    query: row.query,
    columns: headers,
    cases: row.cases,
    upTo: row.up_to,
    rows: Number(row.row_count),
    bytes: Number(row.byte_count),
    sha256: row.sha256.toString('hex'),
    withTaxIds: row.with_tax_ids,
    requestedBy: row.asker,
    requestedAt: row.requested_at.toISOString(),
    approvedBy: row.decider,
    finishedAt: row.finished_at.toISOString(),
  };
}
