import { setTimeout as pause } from 'node:timers/promises';
import type { ClaimantBrowser } from './browser.ts';
import type { Request } from './unreliable-request.ts';
import type { GeneratedDocument } from './generate-documents.ts';
import { readUploadResult } from './parse-responses.ts';

const chunkBytes = 64 * 1024;
/** Expected statuses for a chunk, besides those that ask for a retry: accepted, restarted elsewhere. */
const expectedStatuses = new Set([204, 409]);
const tus = { 'tus-resumable': '1.0.0' };

/**
 * Sends a document in chunks until it is attached to its claim. After a fault it resumes at the
 * server's offset.
 */
export async function sendInChunks(
  browser: ClaimantBrowser,
  claimNumber: string,
  document: GeneratedDocument,
): Promise<void> {
  const path = await begin(browser, claimNumber, document);
  if (path === undefined) return;
  const outcome = await sendAll(browser, path, document);
  if (outcome !== 'complete') return;
  // From here on the server has promised to keep it.
  document.sent.isAnswered = true;
  await waitForFinalized(browser, path, document);
}

async function begin(
  browser: ClaimantBrowser,
  claimNumber: string,
  { bytes, sent }: GeneratedDocument,
): Promise<string | undefined> {
  const metadata = Object.entries({ claimnumber: claimNumber, filename: sent.name })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  const request = {
    method: 'POST',
    path: '/api/uploads',
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  };
  const answer = await browser.sendUntilAnswered(request);
  if (answer === undefined) return undefined;
  if (answer.status === 201) return answer.headers.location;
  browser.recordUnexpected(request, answer);
  return undefined;
}

async function sendAll(
  browser: ClaimantBrowser,
  path: string,
  { bytes, sent }: GeneratedDocument,
): Promise<'complete' | 'unknown'> {
  for (;;) {
    const head = { method: 'HEAD', path, headers: tus };
    const where = await browser.sendUntilAnswered(head);
    if (where === undefined) return 'unknown';
    let offset = Number(where.headers['upload-offset']);
    if (where.status !== 200 || !(offset >= 0)) {
      browser.recordUnexpected(head, where);
      return 'unknown';
    }
    while (offset < bytes.length) {
      const end = Math.min(offset + chunkBytes, bytes.length);
      const piece: Request = {
        method: 'PATCH',
        path,
        headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body: bytes.subarray(offset, end),
        onSent: () => (sent.isSent ||= end === bytes.length),
      };
      const answer = await browser.try(piece);
      if (answer && !expectedStatuses.has(answer.status) && !browser.isLater(answer))
        browser.recordUnexpected(piece, answer);
      if (answer?.status !== 204) {
        browser.countRepeat(piece, answer);
        break;
      }
      offset = Number(answer.headers['upload-offset']);
    }
    if (offset === bytes.length) return 'complete';
    await pause(200);
  }
}

async function waitForFinalized(browser: ClaimantBrowser, path: string, { sent }: GeneratedDocument): Promise<void> {
  for (;;) {
    const request = { method: 'GET', path: `${path}/result`, headers: {} };
    const answer = await browser.sendUntilAnswered(request);
    if (answer === undefined) return;
    const result = answer.status === 200 ? readUploadResult(answer.text) : undefined;
    if (result === undefined || (result.state === 'done' && result.file?.sha256 !== sent.sha256)) {
      browser.recordUnexpected(request, answer);
      return;
    }
    if (result.state === 'done') return;
    await pause(300);
  }
}
