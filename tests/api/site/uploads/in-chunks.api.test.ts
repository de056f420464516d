import { openDatabase } from '@redress/server/platform/database/pool';
import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openForm } from '../../../setup/sample-claims.ts';
import {
  csv,
  expectUploadProblem,
  fileForUploads,
  fileTpp,
  hashOf,
  listDocuments,
  megabyte,
  Uploader,
  useUploadServer,
} from '../../../setup/uploads.ts';
import { readAnswer } from '../../../setup/read-answer.ts';
import { readHistory } from '../../../setup/read-history.ts';

const server = useUploadServer();
let uploader: Uploader;
let claimNumber: string;

beforeEach(async () => {
  ({ uploader, claimNumber } = await fileForUploads(server));
});
const documentsOf = () => listDocuments(server, claimNumber);
const openChunk = (path: string, offset: number, headers: Record<string, string> = {}) =>
  uploader.open('PATCH', path, {
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...headers },
  });
const arrivedOf = async (path: string) => (await server.uploadFolder.find(path.slice(-36)))?.size;
/** Creates an upload and sends its first megabyte on a connection that stays open. */
async function beginOpen(at: Uploader, bytes: Buffer) {
  const path = await uploader.begin(claimNumber, 'a.csv', bytes.length);
  const open = await at.openPatch(path, 0, bytes, megabyte);
  await expect.poll(() => arrivedOf(path)).toBe(megabyte);
  return { path, open };
}

test('a file sent in chunks is added to its claim, with the SHA-256 of its bytes and a history entry', async () => {
  const bytes = csv(2 * megabyte);
  const path = await uploader.begin(claimNumber, 'purchases 2009.csv', bytes.length);
  expect(await uploader.result(path)).toEqual({ state: 'arriving' });
  expect(await uploader.offset(path)).toBe(0);
  const first = await uploader.patch(path, 0, bytes.subarray(0, megabyte));
  expect([first.status, first.headers['upload-offset']]).toEqual([204, String(megabyte)]);
  expect(first.headers['cache-control']).toBe('no-store');
  const head = await uploader.head(path);
  expect(head.headers).toMatchObject({
    'upload-offset': String(megabyte),
    'upload-length': String(bytes.length),
    'tus-resumable': '1.0.0',
    'cache-control': 'no-store',
  });
  expect((await uploader.patch(path, megabyte, bytes.subarray(megabyte))).status).toBe(204);
  const expected = {
    name: 'purchases 2009.csv',
    stored: true,
    size: bytes.length,
    sha256: hashOf(bytes),
    duplicate: false,
  };
  expect(await uploader.finalized(path)).toEqual(expected);
  expect(await documentsOf()).toMatchObject([
    { name: 'purchases 2009.csv', status: 'stored', type: 'csv', size: String(bytes.length), sha256: hashOf(bytes) },
  ]);
  const history = await readHistory(server, claimNumber);
  expect(history.map(({ kind }) => kind)).toEqual(['claim-filed', 'document-stored']);
  expect(await server.uploadFolder.list()).toEqual([]);
});

test('a connection that breaks again and again loses nothing: the upload resumes where it stopped', async () => {
  const bytes = csv(2 * megabyte);
  const path = await uploader.begin(claimNumber, 'data.txt', bytes.length);
  for (let broken = 1; broken <= 4; broken += 1) {
    const from = await uploader.offset(path);
    const until = Math.floor((bytes.length * broken) / 5);
    const line = await uploader.openPatch(path, from, bytes.subarray(from), until - from);
    await expect.poll(() => arrivedOf(path)).toBe(until);
    line.destroy();
  }
  const from = await uploader.offset(path);
  expect(from).toBe(Math.floor((bytes.length * 4) / 5));
  await uploader.patch(path, from, bytes.subarray(from));
  expect(await uploader.finalized(path)).toMatchObject({ stored: true, sha256: hashOf(bytes) });
});

describe('a chunk', () => {
  test('with a wrong offset is refused with 409, and changes nothing', async () => {
    const bytes = csv(10_000);
    const path = await uploader.begin(claimNumber, 'a.csv', bytes.length);
    await uploader.patch(path, 0, bytes.subarray(0, 1_000));
    expectUploadProblem(await uploader.patch(path, 0, bytes.subarray(0, 1_000)), 409, 'wrong-offset');
    expectUploadProblem(await uploader.patch(path, 1_001, bytes.subarray(1_001, 1_010)), 409, 'wrong-offset');
    await uploader.patch(path, 1_000, bytes.subarray(1_000));
    expect(await uploader.finalized(path)).toMatchObject({ sha256: hashOf(bytes) });
  });

  test('beyond the declared size is refused with 413, with or without Content-Length', async () => {
    const bytes = csv(10_000);
    const path = await uploader.begin(claimNumber, 'a.csv', bytes.length);
    const longer = Buffer.concat([bytes, Buffer.from('more')]);
    expectUploadProblem(await uploader.patch(path, 0, longer), 413, 'too-large');
    expect(await uploader.offset(path)).toBe(0);
    const chunked = openChunk(path, 0);
    const answered = readAnswer(chunked);
    chunked.write(longer.subarray(0, 4_000));
    chunked.end(longer.subarray(4_000));
    expectUploadProblem(await answered, 413, 'too-large');
    const from = await uploader.offset(path);
    expect(from).toBeLessThanOrEqual(bytes.length);
    if (from < bytes.length) await uploader.patch(path, from, bytes.subarray(from));
    expect(await uploader.finalized(path)).toMatchObject({ sha256: hashOf(bytes) });
  });

  test('of another content type or protocol version is refused', async () => {
    const path = await uploader.begin(claimNumber, 'a.csv', 10);
    const json = await uploader.patch(path, 0, Buffer.from('{}'), { headers: { 'content-type': 'application/json' } });
    expect(json.status).toBe(400);
    const text = await uploader.patch(path, 0, Buffer.from('x'), { headers: { 'content-type': 'image/png' } });
    expectUploadProblem(text, 415, 'unsupported-type');
    const old = await uploader.patch(path, 0, Buffer.from('x'), { headers: { 'tus-resumable': '0.2.2' } });
    expect([400, 412]).toContain(old.status);
    const nowhere = await uploader.patch(path, 0, Buffer.from('x'), { headers: { 'upload-offset': 'here' } });
    expectUploadProblem(nowhere, 400, 'bad-request');
    const none = uploader.open('HEAD', path);
    none.removeHeader('tus-resumable');
    const answered = readAnswer(none);
    none.end();
    const { status, headers } = await answered;
    expect([status, headers['tus-version']]).toEqual([412, '1.0.0']);
    expect(await uploader.offset(path)).toBe(0);
  });

  test('with a checksum, which the server does not verify, is refused and not stored', async () => {
    const bytes = csv(10_000);
    const path = await uploader.begin(claimNumber, 'a.csv', bytes.length);
    const checksum = `sha1 ${createHash('sha1').update(bytes).digest('base64')}`;
    const headers = { 'upload-checksum': checksum };
    expectUploadProblem(await uploader.patch(path, 0, bytes, { headers }), 400, 'bad-request');
    const chunked = openChunk(path, 0, { 'transfer-encoding': 'chunked', trailer: 'Upload-Checksum' });
    const answered = readAnswer(chunked);
    chunked.addTrailers(headers);
    chunked.end(bytes);
    expectUploadProblem(await answered, 400, 'bad-request');
    expect(await uploader.offset(path)).toBe(0);
  });

  test('that is refused closes its connection only if bytes are still to come', async () => {
    const keepAlive = { connection: 'keep-alive' };
    const unknown = await uploader.send('HEAD', `/api/uploads/${randomUUID()}`, { headers: keepAlive });
    expect([unknown.status, unknown.headers.connection]).toEqual([404, 'keep-alive']);
    const path = await uploader.begin(claimNumber, 'a.csv', 10_000);
    const open = openChunk(path, 5, { ...keepAlive, 'content-length': '9000' });
    const answered = readAnswer(open);
    open.write(csv(1_000));
    const refused = await answered;
    expectUploadProblem(refused, 409, 'wrong-offset');
    expect(refused.headers.connection).toBe('close');
    open.destroy();
  });

  test('sent many times at once is written by one request at a time, and once', async () => {
    const bytes = csv(megabyte);
    const path = await uploader.begin(claimNumber, 'a.csv', bytes.length);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => uploader.patch(path, 0, bytes).catch(() => undefined)),
    );
    const statuses = answers.map((answer) => answer?.status);
    expect(statuses.every((status) => status === undefined || [204, 409, 503].includes(status))).toBe(true);
    const at = await uploader.offset(path);
    if (at < bytes.length) await uploader.patch(path, at, bytes.subarray(at));
    expect(await uploader.finalized(path)).toMatchObject({ sha256: hashOf(bytes) });
    expect(await documentsOf()).toHaveLength(1);
  });
});

describe('an upload belongs to the browser that filed the claim', () => {
  test('for another browser it does not exist: 404 to HEAD, PATCH, DELETE and the result', async () => {
    const path = await uploader.begin(claimNumber, 'a.csv', 10);
    const other = await openForm(server.app);
    await fileTpp(other);
    const stranger = new Uploader(other, uploader.base);
    expect((await stranger.head(path)).status).toBe(404);
    expectUploadProblem(await stranger.patch(path, 0, Buffer.from('x')), 404, 'not-found');
    expectUploadProblem(await stranger.send('DELETE', path), 404, 'not-found');
    expectUploadProblem(await stranger.send('GET', `${path}/result`), 404, 'not-found');
    expectUploadProblem(await stranger.create(claimNumber, 'a.csv', 10), 403, 'not-your-claim');
    expect(await uploader.offset(path)).toBe(0);
  });

  test('without the CSRF token it cannot be created, continued or deleted: 403', async () => {
    const path = await uploader.begin(claimNumber, 'a.csv', 10);
    const bad = { token: 'x' };
    expectUploadProblem(await uploader.send('POST', '/api/uploads', bad), 403, 'bad-token');
    expectUploadProblem(await uploader.patch(path, 0, Buffer.from('x'), bad), 403, 'bad-token');
    expectUploadProblem(await uploader.send('DELETE', path, bad), 403, 'bad-token');
    expect(await uploader.offset(path)).toBe(0);
  });

  test('its bytes cannot be fetched, and an unknown or malformed ID is 404', async () => {
    const path = await uploader.begin(claimNumber, 'a.csv', 10);
    expectUploadProblem(await uploader.send('GET', path), 404, 'not-found');
    for (const id of [randomUUID(), 'x', '..%2f..%2fetc', "1'--"])
      expect((await uploader.head(`/api/uploads/${id}`)).status).toBe(404);
  });

  test('it can be deleted with its bytes, and no longer counts', async () => {
    const path = await uploader.begin(claimNumber, 'a.csv', 10);
    await uploader.patch(path, 0, Buffer.from('12345'));
    expect((await uploader.send('DELETE', path)).status).toBe(204);
    expect((await uploader.head(path)).status).toBe(404);
    expect(await server.uploadFolder.find(path.slice(-36))).toBeUndefined();
    const kept = await uploader.begin(claimNumber, 'b.csv', 5);
    await uploader.patch(kept, 0, Buffer.from('a,b,c'));
    await uploader.finalized(kept);
    expectUploadProblem(await uploader.send('DELETE', kept), 400, 'bad-request');
    expect(await documentsOf()).toHaveLength(1);
  });
});

describe('two processes on one database and one folder', () => {
  let there: Uploader;
  beforeEach(async () => {
    const other = await server.buildAnother();
    there = uploader.at(await other.listen({ port: 0, host: '127.0.0.1' }));
  });

  test('hand an upload over: one that still receives releases it when the browser comes again, there or to the same', async () => {
    for (const next of [there, uploader]) {
      const bytes = csv(2 * megabyte);
      const { path, open } = await beginOpen(uploader, bytes);
      const first = readAnswer(open).catch(() => undefined);
      expect(await next.offset(path)).toBe(megabyte);
      expect((await next.patch(path, megabyte, bytes.subarray(megabyte))).status).toBe(204);
      if (next === uploader) expect([503, undefined]).toContain((await first)?.status);
      open.destroy();
      expect(await next.finalized(path)).toMatchObject({ sha256: hashOf(bytes) });
    }
  });

  test('stop a request that falls behind: what it still receives is not written', async () => {
    const bytes = csv(2 * megabyte);
    const { path, open } = await beginOpen(uploader, bytes);
    const answered = readAnswer(open).catch(() => undefined);
    expect((await there.patch(path, megabyte, bytes.subarray(megabyte, megabyte + 1_000))).status).toBe(204);
    open.write(Buffer.alloc(1_000, 'x'));
    expect([503, undefined]).toContain((await answered)?.status);
    expect(await there.offset(path)).toBe(megabyte + 1_000);
    await there.patch(path, megabyte + 1_000, bytes.subarray(megabyte + 1_000));
    expect(await there.finalized(path)).toMatchObject({ sha256: hashOf(bytes) });
  });

  test('write one after the other: the second waits until the first has written, or has died', async () => {
    const path = await uploader.begin(claimNumber, 'a.csv', 5);
    const { pool, close } = openDatabase(server.connectionString, () => {});
    onTestFinished(close);
    const writer = await pool.connect();
    await writer.query('begin');
    await writer.query('select pg_advisory_xact_lock(hashtextextended($1, 13))', [path.slice(-36)]);
    const waiting = uploader.patch(path, 0, Buffer.from('a,b,c'));
    const isWaiting = () => server.query("select from pg_locks where locktype = 'advisory' and not granted");
    await expect.poll(isWaiting).toHaveLength(1);
    expect(await there.offset(path)).toBe(0);
    writer.release(true);
    expect((await waiting).status).toBe(204);
  });

  test('continue after each other: one that stops cuts off what it receives, and the upload resumes in the next one', async () => {
    const dying = await server.buildAnother();
    const bytes = csv(2 * megabyte);
    const { path } = await beginOpen(uploader.at(await dying.listen({ port: 0, host: '127.0.0.1' })), bytes);
    await dying.close();
    expect(await uploader.offset(path)).toBe(megabyte);
    await uploader.patch(path, megabyte, bytes.subarray(megabyte));
    expect(await uploader.finalized(path)).toMatchObject({ sha256: hashOf(bytes) });
  });
});
