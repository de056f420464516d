import type { scanStates } from '@redress/contract/uploads';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import type { Selectable } from 'kysely';
import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { ClaimsContext } from '../context.ts';
import type { ClaimDocumentsTable, ScanStatus } from './tables.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { LocalizedText } from '../../platform/http/problem-messages.ts';
import { uploadProblems } from './upload-messages.ts';
import { fileTypes } from './file-name.ts';

/**
 * The scan statuses that withhold an upload, even if no scanner is configured now, each with the
 * problem that explains it.
 */
const withheld: Readonly<Partial<Record<ScanStatus, LocalizedText>>> = {
  infected: uploadProblems.infected,
  'unscanned-too-large': uploadProblems.tooLargeToScan,
};
/** Most scans take less time than this. */
const scanRetrySeconds = 5;

type StoredDocument = Pick<Selectable<ClaimDocumentsTable>, 'name' | 'type' | 'size' | 'scan' | 'storage_key'>;

/** The state of a document's virus scan, as shown to claimants and staff. */
export function scanStateOf({ scan }: Pick<StoredDocument, 'scan'>, isScanned: boolean): (typeof scanStates)[number] {
  return scan === 'waiting' && !isScanned ? 'not-configured' : scan;
}

/** The response schema of a document. */
export const documentResponse = {
  description: 'The stored file, with the media type of its detected type',
  content: { '*/*': { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) } },
};

/**
 * Throws unless claimants and staff may download a document.
 * @throws ProblemError `not-found` or `document-withheld`
 */
export async function requireReleased(
  { store, isScanned }: Pick<ClaimsContext, 'store' | 'isScanned'>,
  document: StoredDocument | undefined,
): Promise<StoredDocument> {
  if (!document || !(await store.has(document.storage_key))) throw new ProblemError('not-found');
  const detail = withheld[document.scan];
  if (detail) throw new ProblemError('document-withheld', { detail });
  if (document.scan === 'waiting' && isScanned)
    throw new ProblemError('document-withheld', {}, { retryAfterSeconds: scanRetrySeconds });
  return document;
}

/**
 * Sends a document for saving: browsers must never display it, because it may be a page or a
 * program.
 */
export function sendDocument(
  { store }: Pick<ClaimsContext, 'store'>,
  reply: FastifyReply,
  document: StoredDocument,
): FastifyReply {
  return (
    reply
      // The type was detected, not given by the claimant. Text and types of other releases have no
      // media type, so they are sent as bytes.
      .type((document.type && fileTypes[document.type]?.media) ?? 'application/octet-stream')
      .header('content-length', document.size ?? '')
      .header('content-disposition', contentDisposition(document.name.toWellFormed()))
      .send(store.read(document.storage_key))
  );
}
