import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { query } from './database.ts';

/** A document as recorded in the database, and as stored. */
export interface StoredDocument {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** As recorded by the server. */
  readonly sha256: string;
  /** Of the stored bytes. */
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
