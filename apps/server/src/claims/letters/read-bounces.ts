import { createHash } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import type { ClaimsContext } from '../context.ts';
import { recordBounce } from './mail-again.ts';
import { type BounceReport, readBounce } from './read-bounce.ts';

type BounceContext = Pick<ClaimsContext, 'database' | 'keys' | 'settlement' | 'publicUrl' | 'now' | 'log'>;

/** One run reads at most this many messages. */
const maxMessages = 500;
/**
 * Only the beginning of a longer file is read, because a report has its fields before the returned
 * message.
 */
export const maxBounceBytes = 1024 * 1024;
const maxExcerpt = 4_000;

/**
 * Reads the messages that a mail server put into a folder, one `.eml` file each, and deletes each
 * when its result is stored. Mail servers write under another name first, and rename.
 */
export async function readBounces(context: BounceContext, folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted();
  let taken = 0;
  for (const name of names) {
    const path = join(folder, name);
    try {
      if (!(await takeBounce(context, await readStart(path)))) continue;
      await rm(path);
    } catch (error) {
      // The others do not wait for a file that cannot be read, or whose letter cannot be changed.
      context.log.error(
        { err: error, file: name },
        'a file in the folder of bounces could not be read; it stays there',
      );
      continue;
    }
    if (++taken === maxMessages) return;
  }
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBounceBytes), 0, maxBounceBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Records what a message says, once. Returns false if it has to be read again later. */
export async function takeBounce(context: BounceContext, message: Buffer): Promise<boolean> {
  const { database, now, log } = context;
  const report = await readBounce(message).catch((error: unknown): BounceReport => {
    log.warn({ err: error }, 'a message to the address for bounces could not be read; staff will look at it');
    return { outcome: 'unknown', letterId: undefined, code: '', sender: '', subject: '', text: '' };
  });
  if (report.outcome === 'other') return true;
  const letter =
    report.letterId === undefined
      ? undefined
      : await database
          .selectFrom('letters')
          .select(['id', 'status', 'mailed_on'])
          .where('id', '=', report.letterId)
          .where('channel', '=', 'email')
          .executeTakeFirst();
  // The mail server was faster than the record that it took the letter.
  if (letter?.status === 'queued') return false;
  if (report.outcome === 'failed' && letter) {
    const change = { at: now(), code: report.code === '' ? 'failed' : report.code };
    await database.transaction().execute((transaction) => recordBounce(transaction, context, letter, change));
    return true;
  }
  const clean = (text: string, length: number) => stripNulAndSurrogates(text).slice(0, length).toWellFormed();
  await database
    .insertInto('bounce_reports')
    .values({
      received_at: now(),
      sha256: createHash('sha256').update(message).digest(),
      letter_id: letter?.id ?? null,
      sender: clean(report.sender, 320),
      subject: clean(report.subject, 500),
      excerpt: clean(report.text, maxExcerpt),
    })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
  return true;
}
