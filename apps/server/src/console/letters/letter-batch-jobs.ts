import { maxAddressLines } from '@redress/contract/console/letter-batches';
import type { Selectable } from 'kysely';
import { createHash } from 'node:crypto';
import type { PdfRenderer } from '../../claims/pdf-renderer.ts';
import { printPaper } from '../../claims/letters/print-letter.ts';
import type { LetterBatchesTable } from '../../claims/letters/tables.ts';
import { byteOrderMark, formatCsvLine } from '../../platform/csv/csv-text.ts';
import type { Database } from '../../platform/database/pool.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { endHeldJob, readHeldJob, shareHeldJob } from '../../platform/jobs/held-jobs.ts';
import { jobLeases } from '../../platform/jobs/job-leases.ts';
import { fileJobAttempts, type JobSource } from '../../platform/jobs/job-runner.ts';
import { exportKeyOf, storeEncrypted } from '../exports/encrypted-files.ts';
import { writeZip } from '../../platform/storage/write-zip.ts';
import type { ConsoleContext } from '../context.ts';

/** The retention time of a batch's file. Its letters stay. */
export const keepBatchMilliseconds = 30 * 24 * 60 * 60 * 1_000;

type JobContext = Pick<ConsoleContext, 'database' | 'keys' | 'settlement' | 'now' | 'store'> & {
  /** Letters are rendered by turns. */
  readonly renderers: readonly Pick<PdfRenderer, 'renderLetter'>[];
};
type Batch = Selectable<LetterBatchesTable>;

/** Letters that are read, and rendered at the same time. */
const lettersPerTurn = 16;

/** Writes the files of batches for the mail house. An interrupted job starts over. */
export function letterBatchJobs(context: JobContext): JobSource {
  const { database, keys, store } = context;
  return {
    name: 'letter-batch',
    leases: jobLeases(database, 'letter-batch'),
    concurrency: 1,
    ...fileJobAttempts,
    async run(id, holder, signal) {
      const batch = await readHeldJob(database, 'letter-batch', id, holder);
      const totals = { letters: 0, pages: 0 };
      const zip = writeZip(writeFiles(context, batch, totals, signal));
      const { nonce, tag, keyVersion, bytes, sha256 } = await storeEncrypted(store, keys, id, zip);
      // The letters of claims that were purged since are not in it.
      const file = { nonce, tag, key_version: keyVersion, size: bytes, sha256, ...totals };
      await endHeldJob(context, 'letter-batch', batch, file, {
        kind: 'letter-batch-written',
        details: { pages: totals.pages, sha256: sha256.toString('hex') },
      });
      return 'done';
    },
  };
}

const csvHeader = [
  'letter',
  'name',
  ...Array.from({ length: maxAddressLines }, (_, line) => `address${line + 1}`),
  'pages',
  'language',
  'pdf',
];

/** The PDFs in the order of letter IDs, then `letters.csv` and `manifest.json`. */
async function* writeFiles(
  context: JobContext,
  batch: Batch,
  totals: { letters: number; pages: number },
  signal: AbortSignal,
): AsyncGenerator<{ readonly name: string; readonly bytes: Uint8Array }> {
  const files: { readonly name: string; readonly bytes: number; readonly sha256: string; readonly pages?: number }[] =
    [];
  const list = (name: string, bytes: Uint8Array, pages?: number) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    files.push({ name, bytes: bytes.length, sha256, ...(pages !== undefined && { pages }) });
    return { name, bytes };
  };
  const lines: string[] = [];
  const { renderers } = context;
  const turns = startAhead(readLettersOf(context.database, batch.id), (letters) =>
    Promise.all(
      letters.map(async (letter, index) => {
        const renderer = renderers[index % renderers.length];
        if (!renderer) throw new Error('There is no renderer of letters');
        return { ...letter, pdf: await renderer.renderLetter(printPaper(context, letter)) };
      }),
    ),
  );
  for await (const rendered of turns) {
    signal.throwIfAborted();
    for (const { code, address, language, pdf } of rendered) {
      const pages = countPages(pdf);
      const name = fileNameOfLetter(code);
      const [recipient = '', ...below] = address ?? [];
      const addressCells = Array.from({ length: maxAddressLines }, (_, line) => below[line] ?? '');
      lines.push(formatCsvLine([code, recipient, ...addressCells, String(pages), language, name]));
      totals.letters += 1;
      totals.pages += pages;
      yield list(name, pdf, pages);
    }
  }
  yield list('letters.csv', Buffer.from(byteOrderMark + formatCsvLine(csvHeader) + lines.join('')));
  const manifest = {
    format: 'redress-letters/1',
    caseId: batch.case_id,
    batch: batch.number,
    madeAt: batch.made_at.toISOString(),
    ...totals,
    files,
  };
  yield { name: 'manifest.json', bytes: Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`) };
  // Checked before the file is in place: a purge may have made another process start over.
  await shareHeldJob(context.database, 'letter-batch', batch);
}

/** Starts with each element before the one before it is used. */
async function* startAhead<In, Out>(elements: AsyncIterable<In>, start: (element: In) => Promise<Out>) {
  let before: Promise<Out> | undefined;
  for await (const element of elements) {
    const started = start(element);
    // A failure is thrown when its turn comes.
    started.catch(() => {});
    if (before) yield await before;
    before = started;
  }
  if (before) yield await before;
}

/** A PDF has one object for each page, which is not compressed. */
const countPages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

/** The check character may be one that file names do not allow, and is not needed in them. */
export const fileNameOfLetter = (code: string): string => `${code.slice(0, -1)}.pdf`;

/** The letters of a batch, by letter ID. The contents of purged claims are gone. */
export async function* readLettersOf(database: Database, batchId: string) {
  for (let after = ''; ;) {
    const letters = await database
      .selectFrom('letters')
      .innerJoin('claims', 'claims.id', 'letters.claim_id')
      .selectAll('letters')
      .select('claims.case_id')
      .where('batch_id', '=', batchId)
      .where('code', '>', after)
      .orderBy('code')
      .limit(lettersPerTurn)
      .execute();
    const last = letters.at(-1);
    if (!last) return;
    after = last.code;
    yield letters.flatMap(({ content, ...letter }) => (content === null ? [] : { ...letter, content }));
  }
}

/**
 * Deletes the files of batches after their time. `all`: every file, for a purge. Batches that are
 * being written begin again then, because they have read purged data.
 */
export async function deleteBatchFiles(
  { database, store, now }: Pick<JobContext, 'database' | 'store' | 'now'>,
  which: 'due' | 'all' = 'due',
): Promise<void> {
  const at = now();
  if (which === 'all')
    await database
      .updateTable('letter_batches')
      .set({ leased_by: null, due_at: at })
      .where('sha256', 'is', null)
      .where('leased_by', 'is not', null)
      .execute();
  const withFile = database.selectFrom('letter_batches').select('id').where('nonce', 'is not', null);
  const before = new Date(at.getTime() - keepBatchMilliseconds);
  const due = which === 'all' ? withFile : withFile.where('finished_at', '<=', before);
  for (const { id } of await due.execute()) {
    // The file comes first: after a crash, the row still has it, and the next cleanup ends it.
    await store.remove(exportKeyOf(id));
    await database.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('letter_batches')
        .set({ key_version: null, nonce: null, tag: null })
        .where('id', '=', id)
        .where('nonce', 'is not', null)
        .executeTakeFirst();
      if (numUpdatedRows > 0n)
        await addRecordEntry(transaction, { kind: 'letter-batch', id }, at, {
          kind: 'letter-batch-file-deleted',
          details: { cause: which === 'all' ? 'purge' : 'expired' },
        });
    });
  }
}
