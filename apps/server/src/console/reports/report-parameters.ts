import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { ReportRunsTable } from './tables.ts';

const parameterColumns = ['kind', 'case_ids', 'first_day', 'last_day', 'seal', 'query_version'] as const;
/** The parameters of a report. The same parameters give the same report. */
export type ReportParameters = Pick<Selectable<ReportRunsTable>, (typeof parameterColumns)[number]>;

export const parametersOf = (run: ReportParameters): ReportParameters => ({
  kind: run.kind,
  case_ids: run.case_ids,
  first_day: run.first_day,
  last_day: run.last_day,
  seal: run.seal,
  query_version: run.query_version,
});

/** Finds the kept report with these parameters. */
export function findKeptReport(database: Database, parameters: ReportParameters) {
  return database
    .selectFrom('reports')
    .select(['id', 'content', 'pdf_sha256', 'workbook_sha256'])
    .where('kind', '=', parameters.kind)
    .where('case_ids', '=', sql<string[]>`${parameters.case_ids}::text[]`)
    .where('first_day', 'is not distinct from', parameters.first_day)
    .where('last_day', 'is not distinct from', parameters.last_day)
    .where('seal', '=', parameters.seal)
    .where('query_version', '=', parameters.query_version)
    .executeTakeFirstOrThrow();
}

export interface ReportSeal {
  readonly position: number;
  readonly sealedAt: Date;
  readonly root: Buffer;
  /** The ID of the last entry that the seal covers. */
  readonly lastEntry: string;
}

/** A seal by its position, or the newest one. */
export async function findReportSeal(database: Database, position?: number): Promise<ReportSeal | undefined> {
  const seal = await database
    .selectFrom('history_seals')
    .select(['position', 'sealed_at as sealedAt', 'root', 'last_entry as lastEntry'])
    .$if(position !== undefined, (query) => query.where('position', '=', String(position)))
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return seal && { ...seal, position: Number(seal.position) };
}

/** SQL condition on a row `entry` of `claim_history`: this seal or an earlier one covers it. */
export const isSealedBy = ({ lastEntry }: ReportSeal) => sql<boolean>`entry.id <= ${lastEntry}`;
