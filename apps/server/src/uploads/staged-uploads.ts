import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { StagedUpload } from '@redress/contract/page-renderer';
import type { DocumentsItem } from '@redress/forms/definition';
import type { Database } from '../database/pool.ts';
import type { Tables } from '../database/tables.ts';
import { changedColumns } from './record-upload.ts';
import type { ArrivedDocument, Doorway, ReceivedDocument, RefusedDocument, UploadRoom } from './receive-upload.ts';
import { discardDocument, receiveDocument } from './receive-upload.ts';
import { stagedFolder } from '../storage/stored-files.ts';

/**
 * Documents that come with a form before it is filed wait here under the form's key, which only the page that carries it knows: whoever has
 * no key can neither see nor remove them. A document arrives without a key, because a form may send its key after its files.
 */
export function stageDocument(
  context: UploadRoom,
  item: DocumentsItem,
  file: AsyncIterable<Buffer>,
  givenName: string,
): Promise<ReceivedDocument> {
  return receiveDocument(context.store, doorwayOf(context), item, file, givenName);
}

/** Puts arrived documents under a form's key. Gives those that are one too many; the same bytes are kept once. */
export async function keepStaged(
  context: UploadRoom,
  formKey: string,
  item: DocumentsItem,
  arrived: readonly ArrivedDocument[],
): Promise<RefusedDocument[]> {
  const refused: RefusedDocument[] = [];
  const discarded: ArrivedDocument[] = [];
  await context.database.transaction().execute(async (transaction) => {
    await lockForm(transaction, formKey);
    const there = await transaction
      .selectFrom('staged_documents')
      .select('sha256')
      .where('form_key', '=', formKey)
      .execute();
    const hashes = new Set(there.map(({ sha256 }) => sha256?.toString('hex')));
    for (const document of arrived) {
      const hash = document.sha256.toString('hex');
      const isOneTooMany = !hashes.has(hash) && hashes.size >= item.maxFiles;
      if (isOneTooMany) refused.push({ name: document.name, reason: 'too-many' });
      if (isOneTooMany || hashes.has(hash)) discarded.push(document);
      else {
        hashes.add(hash);
        const { type, size, sha256 } = document;
        await transaction
          .updateTable('staged_documents')
          .set({ form_key: formKey, type, size: String(size), sha256, ...changedColumns(document) })
          .where('id', '=', document.id)
          .execute();
      }
    }
  });
  await discardStaged(context, discarded);
  return refused;
}

/** The documents of a form, as they came. */
export async function listStaged(database: Database, formKey: string): Promise<StagedUpload[]> {
  const rows = await database
    .selectFrom('staged_documents')
    .select(['id', 'name', 'size'])
    .where('form_key', '=', formKey)
    .orderBy('position')
    .execute();
  return rows.map(({ id, name, size }) => ({ id, name, size: Number(size) }));
}

/** Removes a document of a form; one that is not there, or another form's, is none. */
export async function removeStaged(context: UploadRoom, formKey: string, id: string): Promise<void> {
  const released = await context.database
    .updateTable('staged_documents')
    .set({ form_key: null })
    .where('form_key', '=', formKey)
    .where(sql<string>`id::text`, '=', id)
    .returning(['id', 'storage_key as storageKey'])
    .execute();
  await discardStaged(context, released);
}

/**
 * Puts the documents of a form under another form's key. Those that it has already stay behind, and those that came before a claim was filed
 * with the first key, which are that claim's.
 */
export async function moveStaged(database: Database, fromKey: string, toKey: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockForm(transaction, toKey);
    await sql`
      update staged_documents as moved set form_key = ${toKey}
      where form_key = ${fromKey}
        and not exists (select from staged_documents there where there.form_key = ${toKey} and there.sha256 = moved.sha256)
        and not exists (select from claims where idempotency_key = ${fromKey} and filed_at >= moved.created_at)`.execute(
      transaction,
    );
  });
}

/**
 * Takes the bytes and the rows of documents away. None of them is under a key any more, so that none can become a claim's while its bytes
 * go.
 */
export async function discardStaged(
  context: UploadRoom,
  documents: readonly Pick<ArrivedDocument, 'id' | 'storageKey'>[],
): Promise<void> {
  for (const document of documents) await discardDocument(context.store, doorwayOf(context), document);
}

function doorwayOf({ database, now }: UploadRoom): Doorway {
  return {
    folder: stagedFolder,
    isFull: () => Promise.resolve(false),
    async open({ id, name, storageKey }) {
      await database
        .insertInto('staged_documents')
        .values({
          id,
          form_key: null,
          name,
          storage_key: storageKey,
          type: null,
          size: null,
          sha256: null,
          created_at: now(),
        })
        .execute();
    },
    async close(id) {
      await database.deleteFrom('staged_documents').where('id', '=', id).execute();
    },
  };
}

/** Two posts with one key at the same moment neither pass the limit nor keep the same bytes twice. */
async function lockForm(transaction: Transaction<Tables>, formKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${formKey}, 12))`.execute(transaction);
}
