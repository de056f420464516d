import type { FileResult, UploadResult } from '@redress/contract/uploads';
import type { Problem } from '@redress/contract/problem';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { beforeAll, expect, vi } from 'vitest';
import type { Browser } from './browser.ts';
import { type HttpAnswer, readAnswer } from './read-answer.ts';
import { companyAnswers, openForm } from './sample-claims.ts';
import { type TestServer, useTestServer } from './test-server.ts';

export const megabyte = 1024 * 1024;

/** The server polls too rarely to matter: an upload is finalized because the worker is woken. */
export function useUploadServer(): UploadServer {
  const server = Object.assign(useTestServer({ uploads: { pollMilliseconds: 60_000 } }), { base: '' });
  beforeAll(async () => {
    server.base = await server.listen();
  });
  return server;
}
export interface UploadServer extends TestServer {
  /** The address of the server. */
  readonly base: string;
}

/** Files a payor's claim and returns an uploader for it. */
export async function fileForUploads(server: UploadServer) {
  const browser = await openForm(server.app);
  const claimNumber = await fileTpp(browser);
  return { browser, claimNumber, uploader: new Uploader(browser, server.base) };
}

/** Files a payor's claim on the form with data files and returns its number. */
export async function fileTpp(browser: Browser, key: string = randomUUID()): Promise<string> {
  const { status, body } = await browser.post({ ...companyAnswers, formVersion: 2 }, key, 'TppClaimants');
  expect(status).toBe(201);
  return body.claimNumber;
}

/** Makes random lines of text. */
export function csv(size: number): Buffer {
  const digits = randomBytes(Math.ceil(size / 2)).toString('hex');
  return Buffer.from(digits.replace(/(.{63})/g, '$1\n').slice(0, size));
}
/** Makes a unique file with the first and last bytes of a PDF. */
export const pdf = (size: number) =>
  Buffer.concat([Buffer.from(`%PDF-1.7\n% ${randomUUID()}\n`), Buffer.alloc(size, 'x'), Buffer.from('endobj\n%%EOF')]);
export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Lists a claim's uploads in the order of arrival. */
export const listDocuments = (server: TestServer, claimNumber: string) =>
  server.query(
    `select d.id, d.name, d.status, type, size, encode(sha256, 'hex') as sha256, storage_key
     from claim_documents d join claims on claims.id = claim_id where number = $1 order by stored_at`,
    [claimNumber],
  );
export const listUploads = (server: TestServer, claimNumber: string) =>
  server.query('select uploads.id from uploads join claims on claims.id = claim_id where number = $1', [claimNumber]);

/** By default, `token` is the browser's. */
interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly token?: string;
}

const octets = 'application/offset+octet-stream';

/** The browser sends resumable uploads, each request on a new connection. */
export class Uploader {
  readonly #browser: Browser;
  readonly base: string;

  constructor(browser: Browser, base: string) {
    this.#browser = browser;
    this.base = base;
  }

  /** Moves the browser to another server process. */
  at(base: string): Uploader {
    return new Uploader(this.#browser, base);
  }

  open(method: string, path: string, { headers, token }: Sent = {}): ClientRequest {
    const sent = request(new URL(path, this.base), {
      method,
      agent: false,
      headers: {
        cookie: this.#browser.cookieHeader(),
        'x-xsrf-token': token ?? this.#browser.cookies.get('XSRF-TOKEN') ?? '',
        'tus-resumable': '1.0.0',
        ...headers,
      },
    });
    sent.on('error', () => {});
    return sent;
  }

  async send(method: string, path: string, sent: Sent = {}): Promise<HttpAnswer> {
    const length = sent.body === undefined ? {} : { 'content-length': String(sent.body.length) };
    const opened = this.open(method, path, { ...sent, headers: { ...length, ...sent.headers } });
    const answered = readAnswer(opened);
    opened.end(sent.body);
    return answered;
  }

  create(claimnumber: string, filename: string, size: number, more: Record<string, string> = {}): Promise<HttpAnswer> {
    const metadata = Object.entries({ claimnumber, filename, ...more })
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(',');
    return this.send('POST', '/api/uploads', {
      headers: { 'upload-length': String(size), 'upload-metadata': metadata },
    });
  }

  /** Creates an upload and returns its path. */
  async begin(claimNumber: string, name: string, size: number, more: Record<string, string> = {}): Promise<string> {
    return pathOfCreated(await this.create(claimNumber, name, size, more));
  }

  head(path: string): Promise<HttpAnswer> {
    return this.send('HEAD', path);
  }

  async offset(path: string): Promise<number> {
    return offsetIn(await this.head(path));
  }

  patch(path: string, offset: number, body: Buffer, more: Sent = {}): Promise<HttpAnswer> {
    return this.send('PATCH', path, {
      ...more,
      body,
      headers: { 'content-type': octets, 'upload-offset': String(offset), ...more.headers },
    });
  }

  /** Declares all of `body`, sends its first `cut` bytes and leaves the connection open. */
  async openPatch(path: string, offset: number, body: Buffer, cut: number): Promise<ClientRequest> {
    const sent = this.open('PATCH', path, {
      headers: {
        'content-type': octets,
        'upload-offset': String(offset),
        'content-length': String(body.length),
      },
    });
    if (!sent.write(body.subarray(0, cut))) await once(sent, 'drain');
    return sent;
  }

  async result(path: string): Promise<UploadResult> {
    return resultIn(await this.send('GET', `${path}/result`));
  }

  /** Waits for the result of a complete upload. */
  async finalized(path: string): Promise<FileResult> {
    const isDone = async () => {
      const result = await this.result(path);
      if (result.state !== 'done') throw new Error(`${path} is ${result.state}`);
      return result.file;
    };
    return vi.waitFor(isDone, { timeout: 120_000, interval: 20 });
  }

  /** Sends a whole file in one chunk. */
  async upload(claimNumber: string, name: string, bytes: Buffer): Promise<FileResult> {
    const path = await this.begin(claimNumber, name, bytes.length);
    await this.patch(path, 0, bytes);
    return this.finalized(path);
  }
}

function pathOfCreated({ status, headers, text }: HttpAnswer): string {
  expect([status, text]).toEqual([201, '']);
  expect(headers.location).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/);
  return headers.location ?? '';
}

function offsetIn({ status, headers }: HttpAnswer): number {
  expect(status).toBe(200);
  return Number(headers['upload-offset']);
}

function resultIn({ status, text }: HttpAnswer): UploadResult {
  expect([status, text.slice(0, 1)]).toEqual([200, '{']);
  return JSON.parse(text) as UploadResult;
}

/** Asserts a problem and its status. */
export function expectUploadProblem(answer: HttpAnswer, status: number, code: Problem['code']): Problem {
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  const problem = JSON.parse(answer.text) as Problem;
  expect([answer.status, problem.status, problem.code]).toEqual([status, status, code]);
  expect(answer.headers['cache-control']).toBe('no-store');
  return problem;
}
