import type { AnyAnswers } from '@redress/forms/answers';
import pg from 'pg';
import type { DocumentPlace, StoredFile } from '../environment/document-place.ts';

// Reads the stored data without the server: plain SQL, and the bytes of the files.

export interface StoredClaim {
  readonly id: string;
  readonly number: string;
  readonly form_id: string;
  readonly form_version: number;
  readonly notice_id: string | null;
  readonly filed_at: Date;
  readonly email: string | null;
  readonly idempotency_key: string | null;
  readonly documents_expected: number;
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
export interface StoredDocument {
  readonly id: string;
  readonly claim_id: string;
  readonly storage_key: string;
  readonly status: string;
  readonly size: string | null;
  readonly sha256: Buffer | null;
}
interface StoredOutboxRow {
  readonly id: string;
  readonly claim_id: string;
  readonly kind: string;
  readonly done_at: Date | null;
  readonly outcome: string | null;
}

export interface StoredData {
  readonly claims: readonly StoredClaim[];
  readonly taxIds: readonly StoredTaxId[];
  readonly history: readonly StoredEntry[];
  readonly documents: readonly StoredDocument[];
  readonly outbox: readonly StoredOutboxRow[];
  readonly stagedDocuments: number;
  readonly files: readonly StoredFile[];
  /** Of unfinished uploads. */
  readonly pieces: readonly string[];
}

export interface Place {
  readonly connectionString: string;
  readonly documents: DocumentPlace;
}

export async function readStoredData({ connectionString, documents }: Place): Promise<StoredData> {
  const client = new pg.Client({ connectionString });
  // An interrupted round stops the database; the query fails then.
  client.on('error', () => {});
  await client.connect();
  try {
    const read = async <Row extends pg.QueryResultRow>(query: string) => (await client.query<Row>(query)).rows;
    return {
      claims: await read<StoredClaim>(
        'select id, number, form_id, form_version, notice_id, filed_at, email, idempotency_key, documents_expected, answers, answers_hash from claims',
      ),
      taxIds: await read<StoredTaxId>('select claim_id, path, encrypted from claim_tax_ids'),
      history: await read<StoredEntry>(
        'select claim_id, position, at, kind, details, previous_hash, hash from claim_history order by claim_id, position',
      ),
      documents: await read<StoredDocument>(
        'select id, claim_id, storage_key, status, size, sha256 from claim_documents',
      ),
      outbox: await read<StoredOutboxRow>('select id, claim_id, kind, done_at, outcome from outbox'),
      stagedDocuments: (await read('select from staged_documents')).length,
      files: await documents.readFiles(),
      pieces: await documents.listPieces(),
    };
  } finally {
    await client.end();
  }
}

/** Rows grouped by claim. */
export function byClaim<Row extends { readonly claim_id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row[]> {
  return Map.groupBy(rows, (row) => row.claim_id);
}
