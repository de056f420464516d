import type { CheckedFile } from '@redress/datafiles/report';
import type { Database } from '../database/pool.ts';

/** A file of a claim that there is something to tell of: `waiting` for its check or for the virus scanner, checked, given up, or holding a virus. */
export interface CheckOfFile {
  readonly name: string;
  readonly result: CheckedFile | 'waiting' | 'failed' | 'infected';
  /** Its rows count for the claim, once they are read. */
  readonly isData: boolean;
}

/** After so long nobody waits for the virus scanner any more to be told of a document. */
const worthTellingMilliseconds = 30 * 60 * 1_000;

/**
 * The data files of a claim in the order in which they came, and of its other documents those with a virus. `scanned`: the virus scanner is
 * configured, and documents that it has not looked at yet are told of for a while too.
 */
export async function readDataChecks(
  database: Database,
  claimId: string,
  scanned?: { readonly now: Date },
): Promise<CheckOfFile[]> {
  const since = scanned && new Date(scanned.now.getTime() - worthTellingMilliseconds);
  const rows = await database
    .selectFrom('claim_documents')
    .leftJoin('data_checks', 'data_checks.document_id', 'claim_documents.id')
    .select(['claim_documents.name', 'scan', 'data_checks.document_id', 'data_checks.outcome', 'data_checks.report'])
    .where('claim_documents.claim_id', '=', claimId)
    .where('claim_documents.status', '=', 'stored')
    .where((where) =>
      where.or([
        where('data_checks.document_id', 'is not', null),
        where('scan', '=', 'infected'),
        ...(since ? [where.and([where('scan', '=', 'waiting'), where('stored_at', '>', since)])] : []),
      ]),
    )
    .orderBy('claim_documents.stored_at')
    .orderBy('claim_documents.name')
    .execute();
  return rows.map(({ name, scan, document_id: checkId, outcome, report }) => ({
    name,
    isData: checkId !== null,
    result: scan === 'infected' ? 'infected' : (report ?? (outcome === null ? 'waiting' : 'failed')),
  }));
}

/**
 * Whether some data file of a claim is still to be checked, or some document of it is still on its way in pieces, or, where a virus scanner is
 * configured, waits for that.
 */
export async function hasOpenFiles(database: Database, claimId: string, isScanned = false): Promise<boolean> {
  const open = await database
    .selectFrom('data_checks')
    .select('document_id as id')
    .where('claim_id', '=', claimId)
    .where('finished_at', 'is', null)
    .unionAll(
      database.selectFrom('uploads').select('id').where('claim_id', '=', claimId).where('finished_at', 'is', null),
    )
    .$if(isScanned, (query) =>
      query.unionAll(
        database
          .selectFrom('claim_documents')
          .select('id')
          .where('claim_id', '=', claimId)
          .where('status', '=', 'stored')
          .where('scan', '=', 'waiting'),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
