import { sql } from 'kysely';
import type { ConsoleContext } from '../../console/context.ts';
import type { UploadStore } from '../../platform/storage/upload-store.ts';
import { readClaimRecords } from './read-claim-records.ts';
import { findClaimIssues } from './verify-claim.ts';
import { findFileIssue, findMissingStaged, findOrphanFiles } from './verify-files.ts';
import { verifyReads, verifyRecords } from './verify-records.ts';
import { findFractionConditions } from './verify-rows.ts';
import { verifySeals } from './verify-seals.ts';

interface VerifyContext extends Pick<ConsoleContext, 'database' | 'keys'> {
  readonly store: UploadStore;
}

/**
 * Verifies every claim with its history, tax IDs, documents, data checks and receipt, the histories
 * of other records, the access log, every seal, and every file in the store. Servers may keep
 * running: it reads one snapshot of the database, in batches.
 * @param onIssue receives a sentence without personal data for each fault
 * @param options.readDocuments reads every byte of every document, instead of checking that it
 * exists with its size
 */
export async function verifyClaims(
  { database, keys, store }: VerifyContext,
  onIssue: (message: string) => void,
  { readDocuments = false }: { readonly readDocuments?: boolean } = {},
) {
  const counts = {
    claims: 0,
    /** The purged claims among `claims`. */
    purged: 0,
    historyEntries: 0,
    /** The history entries of records that are not claims. */
    recordEntries: 0,
    /** Rows of the access log. */
    reads: 0,
    taxIds: 0,
    documents: 0,
    /** Files in the store. */
    files: 0,
    seals: 0,
    sealedEntries: 0,
    unsealedEntries: 0,
  };
  const transaction = database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  await transaction.execute(async (snapshot) => {
    // The transaction stays open while files are read, which may take hours.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot);
    const fractions = await findFractionConditions(snapshot);
    for (let after: string | undefined = '0'; after !== undefined;) {
      const { claims, orphans, next } = await readClaimRecords(snapshot, after, fractions, keys);
      after = next;
      for (const { table, claimId } of orphans)
        onIssue(`The table ${table} has rows of a claim that does not exist (id ${claimId}).`);
      for (const claim of claims) {
        const { number, status } = claim.row;
        const documents = claim.documents.filter((document) => document.status === 'stored');
        counts.claims += 1;
        if (status === 'purged') counts.purged += 1;
        counts.historyEntries += claim.history.length;
        counts.taxIds += claim.taxIds.length;
        counts.documents += documents.length;
        try {
          for (const issue of findClaimIssues(claim, keys)) onIssue(`Claim ${number} ${issue}`);
        } catch (error) {
          // For example, a stored summary is not a list.
          const name = error instanceof Error ? error.name : 'unknown';
          onIssue(`Claim ${number} has a value that no release of Redress writes (${name}).`);
        }
        for (const document of documents) {
          const issue = await findFileIssue(database, store, document, readDocuments);
          if (issue !== undefined) onIssue(`Claim ${number} ${issue}`);
        }
      }
    }
    for await (const issue of verifyRecords(snapshot, keys, fractions, counts)) onIssue(issue);
    for await (const issue of verifyReads(snapshot, fractions, counts)) onIssue(issue);
    for await (const issue of verifySeals(snapshot, keys, counts)) onIssue(issue);
    const entries = counts.historyEntries + counts.recordEntries + counts.reads;
    if (entries !== counts.sealedEntries + counts.unsealedEntries)
      onIssue('Some history entries or reads are under no seal, or under several.');
  });
  for await (const key of findMissingStaged(database, store))
    onIssue(`The file ${key} is missing: it belongs to a form that is not filed yet.`);
  for await (const key of findOrphanFiles(database, store, counts)) onIssue(`The file ${key} belongs to no record.`);
  return counts;
}
