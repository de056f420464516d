import type { Selectable } from 'kysely';
import type { Database } from '../../database/pool.ts';
import type { ClaimDocumentsTable } from '../../database/tables.ts';
import type { StoreLocation } from '../../storage/upload-store.ts';
import { hashStoredFile, listStoredKeys, readStoredSize } from '../../storage/stored-files.ts';

export type KeptFile = Pick<
  Selectable<ClaimDocumentsTable>,
  'id' | 'storage_key' | 'size' | 'sha256' | 'stored_sha256'
>;

/** What is wrong with the file of a document, as the end of a sentence; undefined when nothing is. `readAll`: each byte, not just how many. */
export async function findFileFault(
  location: StoreLocation,
  { id, storage_key: key, size, sha256, stored_sha256: storedHash }: KeptFile,
  readAll: boolean,
): Promise<string | undefined> {
  const there = await readStoredSize(location, key);
  if (there === undefined) return `has lost the file of the document ${id}.`;
  // Of a picture that told where it was taken other bytes are kept than were sent: its row knows their hash, not their number.
  if (storedHash ? there === 0 : there !== Number(size))
    return `has the document ${id} with ${there} bytes instead of ${size}.`;
  if (!readAll) return undefined;
  const expected = storedHash ?? sha256;
  return expected?.equals(await hashStoredFile(location, key))
    ? undefined
    : `has the document ${id} with changed bytes.`;
}

/** Files that are gone although a form that is not filed yet counts on them, by their keys. They are few: a day's. */
export async function* findLostStaged(database: Database, location: StoreLocation): AsyncGenerator<string> {
  const waiting = await database
    .selectFrom('staged_documents')
    .select(['id', 'storage_key'])
    .where('form_key', 'is not', null)
    .execute();
  for (const { id, storage_key: key } of waiting) {
    if ((await readStoredSize(location, key)) !== undefined) continue;
    // It may have been taken back since; bytes go while no form counts on them.
    const still = await database
      .selectFrom('staged_documents')
      .select('id')
      .where('id', '=', id)
      .where('form_key', 'is not', null)
      .executeTakeFirst();
    if (still) yield key;
  }
}

const keysAtOnce = 500;

/**
 * Files that nothing in the database knows, by their keys. A row is there before its first byte, so that a file which is listed first and
 * looked up then has one; and bytes go before their row, so that a file which is still there without one is a stray.
 */
export async function* findStrayFiles(
  database: Database,
  location: StoreLocation,
  counts: { files: number },
): AsyncGenerator<string> {
  let batch: string[] = [];
  for await (const key of listStoredKeys(location)) {
    counts.files += 1;
    batch.push(key);
    if (batch.length < keysAtOnce) continue;
    yield* straysAmong(database, location, batch);
    batch = [];
  }
  yield* straysAmong(database, location, batch);
}

async function* straysAmong(
  database: Database,
  location: StoreLocation,
  keys: readonly string[],
): AsyncGenerator<string> {
  if (keys.length === 0) return;
  const known = await findKnown(database, keys);
  for (const key of keys)
    if (!known.has(key) && (await readStoredSize(location, key)) !== undefined)
      // It may have become another row's at that moment, such as a waiting document its claim's.
      if (!(await findKnown(database, [key])).has(key)) yield key;
}

async function findKnown(database: Database, keys: readonly string[]): Promise<Set<string>> {
  const documents = await database
    .selectFrom('claim_documents')
    .select('storage_key')
    .where('storage_key', 'in', keys)
    .execute();
  const staged = await database
    .selectFrom('staged_documents')
    .select('storage_key')
    .where('storage_key', 'in', keys)
    .execute();
  // Bytes of an upload are put in their place before they are a document.
  const ids = keys.flatMap((key) => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(key)?.[0] ?? []);
  const uploads =
    ids.length === 0
      ? []
      : await database
          .selectFrom('uploads')
          .innerJoin('claims', 'claims.id', 'uploads.claim_id')
          .select(['claims.number', 'uploads.id'])
          .where('uploads.id', 'in', ids)
          .execute();
  return new Set([
    ...documents.map((row) => row.storage_key),
    ...staged.map((row) => row.storage_key),
    ...uploads.map(({ number, id }) => `${number}/${id}`),
  ]);
}
