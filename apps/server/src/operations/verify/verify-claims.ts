import { sql } from 'kysely';
import type { ControlledTransaction } from 'kysely';
import type { Database } from '../../database/pool.ts';
import type { Tables } from '../../database/tables.ts';
import type { Keys } from '../../keys/keys.ts';
import type { UploadStore } from '../../storage/upload-store.ts';
import { readWholeClaims } from './read-claim-records.ts';
import type { WholeClaim } from './verify-claim.ts';
import { findClaimFaults } from './verify-claim.ts';
import { findFileFault, findLostStaged, findStrayFiles } from './verify-files.ts';
import { verifySeals } from './verify-seals.ts';

export interface VerifyContext {
  readonly database: Database;
  readonly store: Pick<UploadStore, 'location'>;
  readonly keys: Keys;
}
export interface VerifyOptions {
  /** Each byte of each document is read; otherwise only whether it is there with its size. */
  readonly readDocuments?: boolean;
}

/** Something that is not as it should be. */
export interface Issue {
  /** Of the claim that it is about, if it is about one. */
  readonly claimNumber?: string;
  /** For people, without personal data. */
  readonly message: string;
}
export interface VerifiedCounts {
  claims: number;
  /** Of the claims. */
  purged: number;
  historyEntries: number;
  taxIds: number;
  documents: number;
  /** In the store. */
  files: number;
  seals: number;
  sealedEntries: number;
  unsealedEntries: number;
}
export interface Verification {
  /** Come while everything is looked at, once. */
  readonly issues: AsyncIterable<Issue>;
  /** Whole when the issues have ended. */
  readonly counts: Readonly<VerifiedCounts>;
}

/**
 * Looks at every claim, its history, tax IDs, documents, checks and receipt, at every seal and at every file of the store. It may be done
 * while servers work: the database is seen as it was at one moment. Memory stays small however many claims there are.
 */
export function verifyClaims(context: VerifyContext, options: VerifyOptions = {}): Verification {
  const counts: VerifiedCounts = {
    claims: 0,
    purged: 0,
    historyEntries: 0,
    taxIds: 0,
    documents: 0,
    files: 0,
    seals: 0,
    sealedEntries: 0,
    unsealedEntries: 0,
  };
  return { issues: verify(context, options, counts), counts };
}

async function* verify(context: VerifyContext, options: VerifyOptions, counts: VerifiedCounts): AsyncGenerator<Issue> {
  const snapshot = await openSnapshot(context.database);
  try {
    for await (const { claims, strays } of readWholeClaims(snapshot)) {
      for (const { table, claimId } of strays)
        yield { message: `The table ${table} has rows of a claim that is not there (id ${claimId}).` };
      for (const claim of claims) {
        count(claim, counts);
        const about = (rest: string) => ({
          claimNumber: claim.row.number,
          message: `Claim ${claim.row.number} ${rest}`,
        });
        for (const fault of tryToFind(claim, context.keys)) yield about(fault);
        for await (const fault of verifyDocuments(context, claim, options)) yield about(fault);
      }
    }
    for await (const message of verifySeals(snapshot, context.keys, counts)) yield { message };
  } finally {
    await snapshot.rollback().execute();
  }
  for await (const key of findLostStaged(context.database, context.store.location))
    yield { message: `The file ${key} is lost: it came with a form that is not filed yet.` };
  for await (const key of findStrayFiles(context.database, context.store.location, counts))
    yield { message: `The file ${key} belongs to nothing.` };
}

/**
 * A value that no release writes, such as a summary that is no list, is a fault to be told, and not
 * the end of verifying.
 */
function* tryToFind(claim: WholeClaim, keys: Keys): Generator<string> {
  try {
    yield* findClaimFaults(claim, keys);
  } catch (error) {
    yield `holds a value that no release of Redress writes (${error instanceof Error ? error.name : 'unknown'}).`;
  }
}

/** It stays open while files are read, however long that takes. */
async function openSnapshot(database: Database): Promise<ControlledTransaction<Tables>> {
  const snapshot = await database
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot);
  return snapshot;
}

function count({ row, history, taxIds, documents }: WholeClaim, counts: VerifiedCounts): void {
  counts.claims += 1;
  if (row.status === 'purged') counts.purged += 1;
  counts.historyEntries += history.length;
  counts.taxIds += taxIds.length;
  counts.documents += documents.filter(({ status }) => status === 'stored').length;
}

async function* verifyDocuments(
  { database, store }: VerifyContext,
  claim: WholeClaim,
  { readDocuments = false }: VerifyOptions,
): AsyncGenerator<string> {
  for (const document of claim.documents) {
    if (document.status !== 'stored') continue;
    const fault = await findFileFault(store.location, document, readDocuments);
    // Its claim may have been purged since.
    if (fault !== undefined && (await isThere(database, document.id))) yield fault;
  }
}

async function isThere(database: Database, id: string): Promise<boolean> {
  const row = await database.selectFrom('claim_documents').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
