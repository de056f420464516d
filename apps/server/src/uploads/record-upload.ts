import type { Transaction } from 'kysely';
import type { ChosenTable } from '@redress/datafiles/report';
import type { DocumentsItem } from '@redress/forms/definition';
import { addEntry } from '../claims/claim-history.ts';
import { digestOf, hashCheckPart, hashNames } from '../claims/record-hash.ts';
import type { Database } from '../database/pool.ts';
import type { Tables } from '../database/tables.ts';
import type { Keys } from '../keys/keys.ts';
import { mostBytesOfClaim } from './storage-space.ts';
import { isDataFile } from './upload-item.ts';
import type { ArrivedDocument } from './receive-upload.ts';

export interface ClaimRow {
  readonly id: string;
  readonly number: string;
}

/** Holds the claim's row until the transaction ends: so two uploads at once neither pass the limit nor keep the same bytes twice. */
export async function lockClaim(transaction: Transaction<Tables>, claim: ClaimRow): Promise<void> {
  await transaction
    .selectFrom('claims')
    .select('id')
    .where('id', '=', claim.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Why a claim, whose row is locked, cannot keep a document: it has the same bytes, or as many documents or bytes as it may have. */
export async function findObstacle(
  transaction: Transaction<Tables>,
  claim: ClaimRow,
  item: DocumentsItem,
  { sha256, size }: Pick<ArrivedDocument, 'sha256' | 'size'>,
): Promise<'duplicate' | 'too-many' | 'claim-full' | undefined> {
  const stored = await transaction
    .selectFrom('claim_documents')
    .select(['sha256', 'size'])
    .where('claim_id', '=', claim.id)
    .where('status', '=', 'stored')
    .execute();
  if (stored.some((document) => document.sha256?.equals(sha256))) return 'duplicate';
  if (stored.length >= item.maxFiles) return 'too-many';
  const bytes = stored.reduce((sum, document) => sum + Number(document.size), size);
  return bytes > mostBytesOfClaim ? 'claim-full' : undefined;
}

/** A document that is about to be a claim's. */
interface NewDocument extends Omit<ArrivedDocument, 'type'> {
  readonly type: string;
  readonly createdAt?: Date;
  /** How the filer says that its tables are to be read, when it is data. */
  readonly chosen?: readonly ChosenTable[];
}

/**
 * Makes a document the claim's, whose row is locked: its row, which may be there as `arriving`, an entry in the history, and for data
 * that a check of it is owed.
 */
export async function recordDocument(
  transaction: Transaction<Tables>,
  { answers: key }: Pick<Keys, 'answers'>,
  claim: ClaimRow,
  item: DocumentsItem,
  document: NewDocument,
  at: Date,
): Promise<void> {
  const { id, storageKey, type, size, sha256, storedSha256, createdAt, chosen } = document;
  const changed = changedColumns(document);
  const stored = {
    status: 'stored',
    type,
    size: String(size),
    sha256,
    stored_at: at,
    ...changed,
  } as const;
  const { created_at: begunAt } = await transaction
    .insertInto('claim_documents')
    .values({ id, claim_id: claim.id, storage_key: storageKey, created_at: createdAt ?? at, ...stored })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(stored))
    .returning('created_at')
    .executeTakeFirstOrThrow();
  const check = isDataFile(item, type)
    ? await transaction
        .insertInto('data_checks')
        .values({
          document_id: id,
          claim_id: claim.id,
          created_at: at,
          ...(chosen === undefined ? {} : { chosen: JSON.stringify(chosen) }),
        })
        .returning(digestOf('chosen').as('digest'))
        .executeTakeFirstOrThrow()
    : undefined;
  await addEntry(transaction, claim, at, {
    kind: 'document-stored',
    details: {
      documentId: id,
      sha256: sha256.toString('hex'),
      size,
      ...(storedSha256 === undefined ? {} : { storedSha256: storedSha256.toString('hex') }),
      type,
      ...(document.pictureMetadata === undefined ? {} : { pictureMetadata: document.pictureMetadata }),
      createdAt: begunAt.toISOString(),
      namesHash: hashNames({ id, ...changed }, key).toString('hex'),
      ...(check ? { chosenHash: hashCheckPart('chosen', id, check.digest, key).toString('hex') } : {}),
    },
  });
}

/** What a row says of how a document differs from what was sent. */
export function changedColumns({
  name,
  givenName,
  storedSha256,
  pictureMetadata,
}: Pick<ArrivedDocument, 'name' | 'givenName' | 'storedSha256' | 'pictureMetadata'>) {
  return {
    name,
    given_name: givenName ?? null,
    stored_sha256: storedSha256 ?? null,
    picture_metadata: pictureMetadata ?? null,
  };
}

/** How many documents a claim has. */
export async function countDocuments(database: Database, claim: ClaimRow): Promise<number> {
  const { count } = await database
    .selectFrom('claim_documents')
    .select((from) => from.fn.countAll<string>().as('count'))
    .where('claim_id', '=', claim.id)
    .where('status', '=', 'stored')
    .executeTakeFirstOrThrow();
  return Number(count);
}
