import { maxOrderBytes } from '@redress/contract/console/funds';
import type { DocumentsItem } from '@redress/forms/definition';
import type { FastifyRequest } from 'fastify';
import type { Insertable } from 'kysely';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { cleanFileName } from '../../claims/documents/file-name.ts';
import { uploadProblems } from '../../claims/documents/upload-messages.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import { consoleProblem, fieldProblem, notFound, ProblemError } from '../../platform/http/problem.ts';
import { inspectFile } from '../../site/uploads/receive-upload.ts';
import { refusalMessage } from '../../site/uploads/upload-results.ts';
import type { ConsoleContext } from '../context.ts';
import { staffOf } from '../sign-in/staff-access.ts';
import type { CourtOrdersTable } from './tables.ts';

const item: DocumentsItem = {
  kind: 'documents',
  name: 'order',
  label: 'Order',
  maxFiles: 1,
  maxBytes: maxOrderBytes,
  types: ['pdf'],
};

/**
 * Checks and stores a court order. It is in the database, because the ledger's entries rest on it,
 * and a public document needs no encryption.
 * @throws ProblemError that says what is wrong with the file
 */
export async function uploadOrder(context: ConsoleContext, request: FastifyRequest, fundId: string): Promise<string> {
  if (!request.isMultipart()) throw new ProblemError('unsupported-type', { detail: uploadProblems.notMultipart });
  const part = await request.file({ limits: { fileSize: maxOrderBytes + 1, files: 1, parts: 1 } });
  if (!part) throw consoleProblem('bad-request', 'Choose a file.');
  const pdf = await buffer(part.file);
  const given = cleanFileName(part.filename);
  const open = ({ from, to } = { from: 0, to: pdf.length }) => Readable.from([pdf.subarray(from, to)]);
  const inspected = await inspectFile({ name: given, size: pdf.length, maxBytes: maxOrderBytes, open }, item);
  if ('reason' in inspected) throw refuse(refusalMessage(inspected.reason, item, 'en'));
  await requireClean(context, pdf);
  const { name, sha256 } = inspected.upload;
  return storeOrder(context, { fund_id: fundId, name, pdf, sha256, uploaded_by: staffOf(request).id });
}

/** Stores a checked order. The same file again gives the same ID. */
export async function storeOrder(
  { database, keys, now }: Pick<ConsoleContext, 'database' | 'keys' | 'now'>,
  order: Omit<Insertable<CourtOrdersTable>, 'id' | 'uploaded_at'>,
): Promise<string> {
  const { fund_id: fund, sha256, uploaded_by: by } = order;
  return database.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('court_orders')
      .values({ ...order, uploaded_at: now() })
      .onConflict((conflict) => conflict.columns(['fund_id', 'sha256']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) {
      const stored = transaction.selectFrom('court_orders').select('id').where('fund_id', '=', fund);
      return (await stored.where('sha256', '=', sha256).executeTakeFirstOrThrow()).id;
    }
    await addRecordEntry(transaction, { kind: 'court-order', id: row.id }, row.uploaded_at, {
      kind: 'court-order-uploaded',
      details: { by, fund, sha256: sha256.toString('hex') },
      rows: hashRow('court_orders', row, keys),
    });
    return row.id;
  });
}

const refuse = (message: string) => fieldProblem('file', message, 'file');

/** @throws ProblemError unless the file is clean, or no scanner is configured */
async function requireClean({ scans, log }: ConsoleContext, pdf: Buffer): Promise<void> {
  if (!scans) return;
  const { outcome } = await scans.scan(pdf).catch((cause: unknown) => {
    log.warn({ err: cause }, 'a court order could not be scanned');
    throw consoleProblem('unavailable', 'The virus scanner doesn’t answer. Try again in a moment.', { cause });
  });
  if (outcome === 'infected')
    throw refuse('The virus scanner found a virus in this file. Get the order from the court again.');
  if (outcome !== 'clean') throw refuse('This file is too large for the virus scanner. Save it as a smaller PDF.');
}

/** @throws ProblemError `not-found` also for an order of another fund */
export async function findOrder({ database }: Pick<ConsoleContext, 'database'>, fundId: string, id: string) {
  return database
    .selectFrom('court_orders')
    .select(['name', 'pdf', 'sha256'])
    .where('id', '=', id)
    .where('fund_id', '=', fundId)
    .executeTakeFirstOrThrow(notFound);
}
