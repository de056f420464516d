import type { UploadRoom } from './receive-upload.ts';
import { removeUnfinished } from './remove-unfinished.ts';
import { storageKeyOf } from '../storage/stored-files.ts';
import { completeUpload } from './unfinished-uploads.ts';
import type { UploadFolder } from '../storage/upload-folder.ts';

/** From the last byte that came, or from the day on which it was told what became of it. */
const keptMilliseconds = 7 * 24 * 60 * 60 * 1_000;
/** What is written beside an upload is taken at once, or never. */
const besideMilliseconds = 60 * 60 * 1_000;
/** How many are looked at in one go. */
const batchSize = 500;
const uploadId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface AppContext extends UploadRoom {
  readonly folder: UploadFolder;
}

/**
 * Mends and clears away uploads: those whose last byte came just before a process ended are marked complete, those that nobody has gone on with for
 * a week are removed, and so are the rows of finished ones and bytes without a row. One that fails does not stop the others; all failures are
 * thrown together.
 */
export async function tendUploads(context: AppContext): Promise<void> {
  const failures: unknown[] = [];
  const forEach = async <T>(items: readonly T[], tend: (item: T) => Promise<void>) => {
    for (const item of items) await tend(item).catch((error: unknown) => failures.push(error));
  };
  const before = new Date(context.now().getTime() - keptMilliseconds);

  await forEach(await listArriving(context), async ({ id, size, created_at: createdAt }) => {
    const there = await context.folder.find(id);
    // The joiner of any process finds it within a second.
    if (there?.size === Number(size)) await completeUpload(context, id);
    else if ((there?.modifiedAt ?? createdAt) < before) await removeUnfinished(context, id);
  });
  await forEach(await listFinished(context, before), (upload) => forget(context, upload));
  await forEach(await listWithoutRow(context), (id) => context.folder.remove(id));
  await forEach([new Date(context.now().getTime() - besideMilliseconds)], (early) =>
    context.folder.removeTemporary(early),
  );
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} uploads could not be tended`);
}

function listArriving({ database }: AppContext) {
  return database
    .selectFrom('uploads')
    .select(['id', 'size', 'created_at'])
    .where('status', '=', 'arriving')
    .orderBy('created_at')
    .execute();
}

function listFinished({ database }: AppContext, before: Date) {
  return database
    .selectFrom('uploads')
    .innerJoin('claims', 'claims.id', 'uploads.claim_id')
    .leftJoin('claim_documents', 'claim_documents.id', 'uploads.id')
    .select(['uploads.id', 'claims.number', 'claim_documents.id as documentId'])
    .where('uploads.finished_at', '<', before)
    .orderBy('uploads.finished_at')
    .limit(batchSize)
    .execute();
}

/** A crash may have left bytes that were not needed: the row is what they are found by. */
async function forget(
  { database, store, folder }: AppContext,
  upload: { id: string; number: string; documentId: string | null },
): Promise<void> {
  const { id, number, documentId } = upload;
  await folder.remove(id);
  if (documentId === null) await store.remove(storageKeyOf({ number }, id));
  await database.deleteFrom('uploads').where('id', '=', id).execute();
}

/** The folder is read first: a row is there before its bytes. */
async function listWithoutRow({ database, folder }: AppContext): Promise<string[]> {
  const ids = (await folder.list()).filter((name) => uploadId.test(name));
  const without: string[] = [];
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize);
    const rows = await database.selectFrom('uploads').select('id').where('id', 'in', batch).execute();
    const known = new Set(rows.map(({ id }) => id));
    without.push(...batch.filter((id) => !known.has(id)));
  }
  return without;
}
