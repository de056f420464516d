import type { Selectable } from 'kysely';
import type { Database } from '../../database/pool.ts';
import type { ClaimDocumentsTable } from '../../database/tables.ts';
import { hashStoredFile, listStoredKeys, readStoredSize, storageKeyOf } from '../../storage/stored-files.ts';
import type { StoreLocation } from '../../storage/upload-store.ts';

type DocumentRow = Pick<Selectable<ClaimDocumentsTable>, 'id' | 'storage_key' | 'size' | 'sha256' | 'stored_sha256'>;

/**
 * What is wrong with the file of a document, as a predicate after "Claim N …"; undefined when
 * nothing is.
 * @param readBytes compares the hash too, not only the size
 */
export async function findFileIssue(
  location: StoreLocation,
  { id, storage_key: key, size, sha256, stored_sha256: storedSha256 }: DocumentRow,
  readBytes: boolean,
): Promise<string | undefined> {
  const storedSize = await readStoredSize(location, key);
  if (storedSize === undefined) return `has lost the file of the document ${id}.`;
  // The row of a picture whose metadata was removed has the new hash, but the size that was sent.
  if (storedSha256 ? storedSize === 0 : storedSize !== Number(size))
    return `has the document ${id} with ${storedSize} bytes instead of ${size}.`;
  if (!readBytes) return undefined;
  const expected = storedSha256 ?? sha256;
  const isSame = expected?.equals(await hashStoredFile(location, key)) ?? false;
  return isSame ? undefined : `has the document ${id} with changed bytes.`;
}

/** Yields the keys of files that an unfiled form refers to, but that are missing. */
export async function* findMissingStaged(database: Database, location: StoreLocation): AsyncGenerator<string> {
  const staged = database
    .selectFrom('staged_documents')
    .select(['id', 'storage_key'])
    .where('form_key', 'is not', null);
  for (const { id, storage_key: key } of await staged.execute()) {
    if ((await readStoredSize(location, key)) !== undefined) continue;
    // Meanwhile the form may have given the file up, which is removed then.
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
  location: StoreLocation,
  counts: { files: number },
): AsyncGenerator<string> {
  let batch: string[] = [];
  for await (const key of listStoredKeys(location)) {
    counts.files += 1;
    batch.push(key);
    if (batch.length < keysPerBatch) continue;
    yield* orphansAmong(database, location, batch);
    batch = [];
  }
  yield* orphansAmong(database, location, batch);
}

async function* orphansAmong(
  database: Database,
  location: StoreLocation,
  keys: readonly string[],
): AsyncGenerator<string> {
  if (keys.length === 0) return;
  const known = await findKnownKeys(database, keys);
  for (const key of keys) {
    if (known.has(key) || (await readStoredSize(location, key)) === undefined) continue;
    // At the time of the lookup it may have moved to another row: from a staged upload to a claim.
    if (!(await findKnownKeys(database, [key])).has(key)) yield key;
  }
}

async function findKnownKeys(database: Database, keys: readonly string[]): Promise<Set<string>> {
  const documents = database.selectFrom('claim_documents').select('storage_key').where('storage_key', 'in', keys);
  const staged = database.selectFrom('staged_documents').select('storage_key').where('storage_key', 'in', keys);
  const rows = await documents.unionAll(staged).execute();
  // A resumable upload is moved to its place in the store before its document is recorded.
  const uploadIds = keys.flatMap((key) => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(key)?.[0] ?? []);
  const uploads =
    uploadIds.length === 0
      ? []
      : await database
          .selectFrom('uploads')
          .innerJoin('claims', 'claims.id', 'uploads.claim_id')
          .select(['claims.number', 'uploads.id'])
          .where('uploads.id', 'in', uploadIds)
          .execute();
  return new Set([...rows.map((row) => row.storage_key), ...uploads.map((upload) => storageKeyOf(upload, upload.id))]);
}
