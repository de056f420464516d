import { type ControlledTransaction, sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Database } from '../../database/pool.ts';
import type { Tables } from '../../database/tables.ts';
import type { UploadStore } from '../../storage/upload-store.ts';
import { type ClaimRecords, readClaimRecords } from './read-claim-records.ts';
import { findClaimIssues } from './verify-claim.ts';
import { findFileIssue, findMissingStaged, findOrphanFiles } from './verify-files.ts';
import { verifySeals } from './verify-seals.ts';

interface VerifyContext extends Pick<AppContext, 'database' | 'keys'> {
  readonly store: Pick<UploadStore, 'location'>;
}

/** Something that is not as it should be. */
export interface Issue {
  /** A sentence without personal data. */
  readonly message: string;
}

const zeroCounts = {
  claims: 0,
  /** Claims that are purged, among `claims`. */
  purged: 0,
  historyEntries: 0,
  taxIds: 0,
  documents: 0,
  /** Files in the store. */
  files: 0,
  seals: 0,
  sealedEntries: 0,
  unsealedEntries: 0,
};
export type VerifiedCounts = typeof zeroCounts;

/**
 * Verifies every claim with its history, tax IDs, documents, data checks and receipt, every seal,
 * and every file in the store. Servers may keep running: it reads one snapshot of the database, in
 * batches. The issues can be iterated over once; after that the counts are complete.
 * @param readDocuments reads every byte of every document, instead of checking that it exists with
 * its size
 */
export function verifyClaims(
  context: VerifyContext,
  { readDocuments = false }: { readonly readDocuments?: boolean } = {},
): { readonly issues: AsyncIterable<Issue>; readonly counts: Readonly<VerifiedCounts> } {
  const counts = { ...zeroCounts };
  return { issues: findIssues(context, readDocuments, counts), counts };
}

async function* findIssues(
  context: VerifyContext,
  readDocuments: boolean,
  counts: VerifiedCounts,
): AsyncGenerator<Issue> {
  const { database, keys, store } = context;
  const snapshot = await openSnapshot(database);
  try {
    for await (const { claims, orphans } of readClaimRecords(snapshot)) {
      for (const { table, claimId } of orphans)
        yield { message: `The table ${table} has rows of a claim that does not exist (id ${claimId}).` };
      for (const claim of claims) {
        count(claim, counts);
        const { number } = claim.row;
        try {
          for (const issue of findClaimIssues(claim, keys)) yield { message: `Claim ${number} ${issue}` };
        } catch (error) {
          // Such as a summary that is not a list.
          const name = error instanceof Error ? error.name : 'unknown';
          yield { message: `Claim ${number} has a value that no release of Redress writes (${name}).` };
        }
        for await (const issue of verifyDocuments(context, claim, readDocuments))
          yield { message: `Claim ${number} ${issue}` };
      }
    }
    for await (const message of verifySeals(snapshot, keys, counts)) yield { message };
    if (counts.historyEntries !== counts.sealedEntries + counts.unsealedEntries)
      yield { message: 'Some history entries are under no seal, or under several.' };
  } finally {
    await snapshot.rollback().execute();
  }
  for await (const key of findMissingStaged(database, store.location))
    yield { message: `The file ${key} is missing: it belongs to a form that is not filed yet.` };
  for await (const key of findOrphanFiles(database, store.location, counts))
    yield { message: `The file ${key} belongs to no record.` };
}

/** A transaction that stays open while files are read, however long that takes. */
async function openSnapshot(database: Database): Promise<ControlledTransaction<Tables>> {
  const snapshot = await database
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot);
  return snapshot;
}

function count({ row, history, taxIds, documents }: ClaimRecords, counts: VerifiedCounts): void {
  counts.claims += 1;
  if (row.status === 'purged') counts.purged += 1;
  counts.historyEntries += history.length;
  counts.taxIds += taxIds.length;
  counts.documents += documents.filter(({ status }) => status === 'stored').length;
}

async function* verifyDocuments(
  { database, store }: VerifyContext,
  claim: ClaimRecords,
  readDocuments: boolean,
): AsyncGenerator<string> {
  for (const document of claim.documents) {
    if (document.status !== 'stored') continue;
    const issue = await findFileIssue(store.location, document, readDocuments);
    if (issue === undefined) continue;
    // The claim may have been purged since the snapshot.
    const row = await database
      .selectFrom('claim_documents')
      .select('id')
      .where('id', '=', document.id)
      .executeTakeFirst();
    if (row) yield issue;
  }
}
