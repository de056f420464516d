import type { CheckedFile } from '@redress/datafiles/report';
import type { Database } from '../database/pool.ts';

/** A data file of a claim: `waiting` for its check, checked, or given up. */
export interface CheckOfFile {
  readonly name: string;
  readonly result: CheckedFile | 'waiting' | 'failed';
}

/** The data files of a claim in the order in which they came. */
export async function readDataChecks(database: Database, claimId: string): Promise<CheckOfFile[]> {
  const rows = await database
    .selectFrom('data_checks')
    .innerJoin('claim_documents', 'claim_documents.id', 'data_checks.document_id')
    .select(['claim_documents.name', 'data_checks.outcome', 'data_checks.report'])
    .where('data_checks.claim_id', '=', claimId)
    .orderBy('claim_documents.stored_at')
    .orderBy('claim_documents.name')
    .execute();
  return rows.map(({ name, outcome, report }) => ({
    name,
    result: report ?? (outcome === null ? 'waiting' : 'failed'),
  }));
}

/** Whether some data file of a claim is still to be checked, or some document of it is still on its way in pieces. */
export async function hasOpenFiles(database: Database, claimId: string): Promise<boolean> {
  const open = await database
    .selectFrom('data_checks')
    .select('document_id as id')
    .where('claim_id', '=', claimId)
    .where('finished_at', 'is', null)
    .unionAll(
      database.selectFrom('uploads').select('id').where('claim_id', '=', claimId).where('finished_at', 'is', null),
    )
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
