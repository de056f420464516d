import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Browser } from './browser.ts';
import { companyAnswers, openForm } from './sample-claims.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { Uploader } from './uploader.ts';

export const megabyte = 1024 * 1024;

/**
 * The server for tests of uploads. It looks for nothing by itself in time: what has all its bytes
 * is joined because the worker is woken.
 */
export async function startUploadServer(): Promise<UploadServer> {
  const server = await startTestServer({ uploads: { pollMilliseconds: 60_000, waitMilliseconds: 3_000 } });
  return Object.assign(server, { base: await server.listen() });
}
export interface UploadServer extends TestServer {
  /** Its address. */
  readonly base: string;
}

/** Files a payor's claim and returns what sends files to it. */
export async function fileForUploads(server: UploadServer) {
  const browser = await openForm(server.app);
  const claimNumber = await fileTpp(browser);
  return { browser, claimNumber, uploader: new Uploader(browser, server.base) };
}

/** Files a payor's claim on the form with data files and returns its number. */
export async function fileTpp(browser: Browser): Promise<string> {
  const { status, body } = await browser.post({ ...companyAnswers, formVersion: 2 }, randomUUID(), 'TppClaimants');
  expect(status).toBe(201);
  return body.claimNumber;
}

/** Random lines of text. */
export function csv(size: number): Buffer {
  const digits = randomBytes(Math.ceil(size / 2)).toString('hex');
  return Buffer.from(digits.replace(/(.{63})/g, '$1\n').slice(0, size));
}
/** A unique file with the first bytes of a PDF. */
export const pdf = (size: number) =>
  Buffer.concat([Buffer.from(`%PDF-1.7\n% ${randomUUID()}\n`), Buffer.alloc(size, 'x')]);
export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A claim's uploads in the order of arrival. */
export const listDocuments = (server: TestServer, claimNumber: string) =>
  server.query(
    `select d.id, d.name, d.status, type, size, encode(sha256, 'hex') as sha256, storage_key
     from claim_documents d join claims on claims.id = claim_id where number = $1 order by stored_at`,
    [claimNumber],
  );
export const listUploads = (server: TestServer, claimNumber: string) =>
  server.query('select uploads.id from uploads join claims on claims.id = claim_id where number = $1', [claimNumber]);
