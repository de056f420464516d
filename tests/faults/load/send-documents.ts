import { setTimeout as pause } from 'node:timers/promises';
import type { ClaimantBrowser } from './browser.ts';
import type { GeneratedDocument } from './generate-claims.ts';
import type { Request } from './unreliable-request.ts';

const boundary = 'a-document-of-a-claim';

/** Sends a document in one request. */
export function documentRequest(resource: string, claimNumber: string, { bytes, sent }: GeneratedDocument): Request {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${sent.name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    method: 'POST',
    path: `/api/${resource}/SubmitDocuments?claimnumber=${claimNumber}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    onSent: () => (sent.isSent = true),
  };
}

/** Sends a document in one request, until it is stored. */
export async function sendWhole(
  browser: ClaimantBrowser,
  resource: string,
  claimNumber: string,
  document: GeneratedDocument,
): Promise<void> {
  const request = documentRequest(resource, claimNumber, document);
  const answer = await browser.sendUntilAnswered(request);
  if (answer === undefined) return;
  if (answer.status === 200 && readStoredHash(answer.text) === document.sent.sha256) document.sent.isAnswered = true;
  else browser.recordUnexpected(request, answer);
}

const chunkBytes = 64 * 1024;
/** Besides retries, a chunk may be accepted, or refused because the upload restarted elsewhere. */
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
  const { bytes, sent } = document;
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const metadata = `claimnumber ${base64(claimNumber)},filename ${base64(sent.name)}`;
  const headers = { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata };
  const request = { method: 'POST', path: '/api/uploads', headers };
  const answer = await browser.sendUntilAnswered(request);
  if (answer === undefined) return;
  const { location } = answer.headers;
  if (answer.status !== 201 || location === undefined) return browser.recordUnexpected(request, answer);
  if (!(await sendAll(browser, location, document))) return;
  // From here on the server has promised to keep it.
  sent.isAnswered = true;
  await waitForFinalized(browser, location, document);
}

/** Returns whether all bytes have arrived. */
async function sendAll(browser: ClaimantBrowser, path: string, { bytes, sent }: GeneratedDocument): Promise<boolean> {
  for (;;) {
    const head = { method: 'HEAD', path, headers: tus };
    const where = await browser.sendUntilAnswered(head);
    if (where === undefined) return false;
    let offset = Number(where.headers['upload-offset']);
    if (where.status !== 200 || !(offset >= 0)) {
      browser.recordUnexpected(head, where);
      return false;
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
    if (offset === bytes.length) return true;
    await pause(200);
  }
}

async function waitForFinalized(browser: ClaimantBrowser, path: string, { sent }: GeneratedDocument): Promise<void> {
  for (;;) {
    const request = { method: 'GET', path: `${path}/result`, headers: {} };
    const answer = await browser.sendUntilAnswered(request);
    if (answer === undefined) return;
    const { state, file } = answer.status === 200 ? readObject(answer.text) : {};
    if (typeof state !== 'string' || (state === 'done' && hashOf(file) !== sent.sha256))
      return browser.recordUnexpected(request, answer);
    if (state === 'done') return;
    await pause(300);
  }
}

// Claimants read these parts of a response. Unexpected ones become undefined.

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function readObject(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export function readClaim(text: string): { readonly claimNumber: string; readonly dateCreated: string } | undefined {
  const { claimNumber, dateCreated } = readObject(text);
  return typeof claimNumber === 'string' && typeof dateCreated === 'string' ? { claimNumber, dateCreated } : undefined;
}

/** Returns the hash of a stored file. */
const hashOf = (file: unknown) => (isObject(file) && file['stored'] === true ? file['sha256'] : undefined);

/** Reads the hash of the first file in one request. */
function readStoredHash(text: string): unknown {
  const { files } = readObject(text);
  return Array.isArray(files) ? hashOf(files[0]) : undefined;
}
