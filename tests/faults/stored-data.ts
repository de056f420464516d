import type { AnyAnswers } from '@redress/forms/answers';
import { withClient } from '@redress/server/platform/database/pool';
import type pg from 'pg';
import type { DocumentPlace, StoredFile } from './environment/document-place.ts';

// Tests read the stored data without the server, with plain SQL and from the files.

export interface StoredClaim {
  readonly id: string;
  readonly number: string;
  readonly form_id: string;
  readonly form_version: number;
  readonly notice_id: string | null;
  readonly filed_at: Date;
  readonly email: string | null;
  readonly idempotency_key: string | null;
  readonly answers: AnyAnswers;
  readonly answers_hash: Buffer;
}
export interface StoredTaxId {
  readonly claim_id: string;
  readonly path: string;
  readonly encrypted: Buffer;
}
interface StoredEntry {
  readonly claim_id: string;
  readonly position: number;
  readonly at: Date;
  readonly kind: string;
  readonly details: Readonly<Record<string, string | number | boolean>>;
  readonly previous_hash: Buffer | null;
  readonly hash: Buffer;
}
interface StoredDocument {
  readonly id: string;
  readonly claim_id: string;
  readonly storage_key: string;
  readonly status: string;
  readonly size: string | null;
  readonly sha256: Buffer | null;
}
interface StoredOutboxRow {
  readonly claim_id: string;
  readonly kind: string;
  readonly outcome: string | null;
}

export interface Place {
  readonly connectionString: string;
  readonly documents: DocumentPlace;
}

/** Parts of a claim are keyed by its ID. */
export interface StoredData {
  readonly claims: readonly StoredClaim[];
  readonly taxIds: ReadonlyMap<string, readonly StoredTaxId[]>;
  readonly history: ReadonlyMap<string, readonly StoredEntry[]>;
  readonly documents: ReadonlyMap<string, readonly StoredDocument[]>;
  readonly outbox: ReadonlyMap<string, readonly StoredOutboxRow[]>;
  readonly stagedDocuments: number;
  readonly files: readonly StoredFile[];
  /** The remains of unfinished uploads. */
  readonly pieces: readonly string[];
}

export function readStoredData({ connectionString, documents }: Place): Promise<StoredData> {
  return withClient(connectionString, async (client) => {
    // An interrupted round stops the database; the query fails then.
    client.on('error', () => {});
    const read = async <Row extends pg.QueryResultRow>(query: string) => (await client.query<Row>(query)).rows;
    const byClaim = async <Row extends { readonly claim_id: string }>(query: string) =>
      Map.groupBy(await read<Row>(query), (row) => row.claim_id);
    return {
      claims: await read<StoredClaim>('select * from claims'),
      taxIds: await byClaim<StoredTaxId>('select * from claim_tax_ids'),
      history: await byClaim<StoredEntry>(
        'select claim_id, position, at, kind, details, previous_hash, hash from claim_history order by claim_id, position',
      ),
      documents: await byClaim<StoredDocument>('select * from claim_documents'),
      outbox: await byClaim<StoredOutboxRow>('select * from receipt_outbox'),
      stagedDocuments: (await read('select from staged_documents')).length,
      files: await documents.readFiles(),
      pieces: await documents.listPieces(),
    };
  });
}
