import { observationsField } from '@redress/contract/observations';
import type { Page, Request } from '@playwright/test';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Pool } from 'pg';
import type { Member } from './members.ts';

/** Opened by the first query, because the screenshots start the database after they load this. */
let pool: Pool | undefined;

/** Runs one query on the tests' database. */
export async function query<Row extends Record<string, unknown>>(
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  if (!pool) {
    pool = new Pool({ connectionString: process.env['E2E_DATABASE_URL'], allowExitOnIdle: true });
    // The screenshots stop the database while a connection is idle.
    pool.on('error', () => undefined);
  }
  return (await pool.query<Row>(text, [...values])).rows;
}

/** The claims under a class member's Notice ID. */
export const claimsOf = ({ noticeId }: Member) =>
  query<{ number: string }>('select number from claims where notice_id = $1', [noticeId]);

interface FiledClaim extends Record<string, unknown> {
  /** The answers as stored, without tax IDs. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly notice_id: string | null;
  readonly documents_due: boolean;
  readonly suspected_machine: boolean;
  readonly documents: number;
  readonly tax_ids: readonly string[] | null;
}

/** A claim as stored in the database, with the paths of its tax IDs. */
export async function readFiledClaim(claimNumber: string): Promise<FiledClaim> {
  const [claim] = await query<FiledClaim>(
    `select answers, notice_id, documents_due, suspected_machine,
       (select count(*)::int from claim_documents d where d.claim_id = c.id and d.status = 'stored') as documents,
       (select array_agg(path order by path) from claim_tax_ids t where t.claim_id = c.id) as tax_ids
     from claims c where number = $1`,
    [claimNumber],
  );
  if (!claim) throw new Error(`There is no claim ${claimNumber}`);
  return claim;
}

/** The next claim that the page sends, as sent, without the page's observations. */
export async function nextSentClaim(page: Page, resource: string): Promise<Readonly<Record<string, unknown>>> {
  const isClaim = (request: Request) => request.method() === 'POST' && request.url().endsWith(`/api/${resource}`);
  const body: unknown = (await page.waitForRequest(isClaim)).postDataJSON();
  if (typeof body !== 'object' || body === null) throw new Error('The claim is no object');
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== observationsField));
}

/** A document as recorded in the database, and as stored. */
export interface StoredDocument {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** The hash that the server recorded. */
  readonly sha256: string;
  /** The hash of the stored bytes. */
  readonly sha256OfBytes: string;
}

/** A claim's stored documents, sorted by name. */
export async function readStoredDocuments(claimNumber: string): Promise<StoredDocument[]> {
  const rows = await query<Omit<StoredDocument, 'sha256OfBytes'> & { storage_key: string } & Record<string, unknown>>(
    `select d.name, d.type, d.size::float8 as size, encode(d.sha256, 'hex') as sha256, d.storage_key
     from claim_documents d join claims c on c.id = d.claim_id
     where c.number = $1 and d.status = 'stored' order by d.name`,
    [claimNumber],
  );
  const folder = join(process.env['E2E_MAIL_FOLDER'] ?? '', '../documents');
  return Promise.all(
    rows.map(async ({ name, type, size, sha256, storage_key }) => ({
      name,
      type,
      size,
      sha256,
      sha256OfBytes: await hashFile(join(folder, storage_key)),
    })),
  );
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
