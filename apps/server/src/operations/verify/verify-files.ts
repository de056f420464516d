import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { ClaimDocumentsTable } from '../../claims/documents/tables.ts';
import { hashBytes } from '../../platform/storage/disk.ts';
import type { UploadStore } from '../../platform/storage/upload-store.ts';

type DocumentRow = Pick<Selectable<ClaimDocumentsTable>, 'id' | 'storage_key' | 'size' | 'sha256' | 'stored_sha256'>;

/**
 * Finds a fault of a document's file, as a predicate after "Claim N …"; undefined when there is
 * none, and when the claim was purged meanwhile.
 * @param readBytes also compares the hash, not only the size
 */
export async function findFileIssue(
  database: Database,
  store: UploadStore,
  document: DocumentRow,
  readBytes: boolean,
): Promise<string | undefined> {
  const issue = await compareFile(store, document, readBytes);
  if (issue === undefined) return undefined;
  const row = database.selectFrom('claim_documents').select('id').where('id', '=', document.id);
  return (await row.executeTakeFirst()) && issue;
}

async function compareFile(
  store: UploadStore,
  { id, storage_key: key, size, sha256, stored_sha256: storedSha256 }: DocumentRow,
  readBytes: boolean,
): Promise<string | undefined> {
  const storedSize = await store.size(key);
  if (storedSize === undefined) return `has lost the file of the document ${id}.`;
  // The row of a picture whose metadata was removed has the new hash, but the size that was sent.
  if (storedSha256 ? storedSize === 0 : storedSize !== Number(size))
    return `has the document ${id} with ${storedSize} bytes instead of ${size}.`;
  if (!readBytes) return undefined;
  const expected = storedSha256 ?? sha256;
  const isSame = expected?.equals((await hashBytes(store.read(key))).sha256) ?? false;
  return isSame ? undefined : `has the document ${id} with changed bytes.`;
}

/** Yields the keys of files that an unfiled form refers to, but that are missing. */
export async function* findMissingStaged(database: Database, store: UploadStore): AsyncGenerator<string> {
  const staged = database
    .selectFrom('staged_documents')
    .select(['id', 'storage_key'])
    .where('form_key', 'is not', null);
  for (const { id, storage_key: key } of await staged.execute()) {
    if ((await store.size(key)) !== undefined) continue;
    // The file may have been removed from the form meanwhile.
    if (await staged.where('id', '=', id).executeTakeFirst()) yield key;
  }
}

const keysPerBatch = 500;

/**
 * Yields the keys of files that no record refers to. Rows exist before the first byte of their file
 * and longer than the file, so a file that is listed first and looked up later must have one.
 */
export async function* findOrphanFiles(
  database: Database,
  store: UploadStore,
  counts: { files: number },
): AsyncGenerator<string> {
  let batch: string[] = [];
  const orphansOfBatch = async function* () {
    for (const key of await findUnknownKeys(database, batch)) {
      if ((await store.size(key)) === undefined) continue;
      // The file may have moved to another row in the meantime: from a staged upload to a claim.
      yield* await findUnknownKeys(database, [key]);
    }
    batch = [];
  };
  for await (const key of store.list()) {
    counts.files += 1;
    batch.push(key);
    if (batch.length === keysPerBatch) yield* orphansOfBatch();
  }
  yield* orphansOfBatch();
}

async function findUnknownKeys(database: Database, keys: readonly string[]): Promise<string[]> {
  // A resumable upload is moved to its place in the store before its document is recorded.
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as key
    except select storage_key from claim_documents where storage_key = any(${keys}::text[])
    except select storage_key from staged_documents where storage_key = any(${keys}::text[])
    except select number || '/' || uploads.id from claims join uploads on claim_id = claims.id
      where number in (select split_part(key, '/', 1) from unnest(${keys}::text[]) as key)
    order by key`.execute(database);
  return rows.map(({ key }) => key);
}
