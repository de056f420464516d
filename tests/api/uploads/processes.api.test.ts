import { openDatabase } from '@redress/server/database/pool';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  csv,
  fileForUploads,
  hashOf,
  megabyte,
  readAnswer,
  startUploadServer,
  type Uploader,
  type UploadServer,
} from '../../setup/uploads.ts';

let server: UploadServer;
let uploader: Uploader;
let claimNumber: string;

beforeAll(async () => {
  server = await startUploadServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ uploader, claimNumber } = await fileForUploads(server));
});

describe('two processes on one database and one folder', () => {
  let there: Uploader;
  beforeEach(async () => {
    const other = await server.buildAnother();
    there = uploader.at(await other.listen({ port: 0, host: '127.0.0.1' }));
  });

  test('receive the chunks of one upload in turn', async () => {
    const bytes = csv(megabyte);
    const path = await uploader.begin(claimNumber, 'a.csv', bytes.length);
    const step = Math.ceil(bytes.length / 8);
    for (let chunk = 0; chunk < 8; chunk += 1) {
      const at = chunk % 2 === 0 ? uploader : there;
      const from = await at.offset(path);
      expect(from).toBe(chunk * step);
      expect((await at.patch(path, from, bytes.subarray(from, from + step))).status).toBe(204);
    }
    expect(await there.finalized(path)).toMatchObject({ sha256: hashOf(bytes) });
  });

  test('hand an upload over: one that still receives releases it when the browser returns to the other', async () => {
    const bytes = csv(2 * megabyte);
    const path = await uploader.begin(claimNumber, 'a.csv', bytes.length);
    const open = await uploader.openPatch(path, 0, bytes, megabyte);
    await expect.poll(async () => (await server.uploadFolder.find(path.slice(-36)))?.size).toBe(megabyte);
    expect(await there.offset(path)).toBe(megabyte);
    expect((await there.patch(path, megabyte, bytes.subarray(megabyte))).status).toBe(204);
    open.destroy();
    expect(await there.finalized(path)).toMatchObject({ sha256: hashOf(bytes) });
  });

  test('stop a request that falls behind: what it still receives is not written', async () => {
    const bytes = csv(2 * megabyte);
    const path = await uploader.begin(claimNumber, 'a.csv', bytes.length);
    const open = await uploader.openPatch(path, 0, bytes, megabyte);
    const answered = readAnswer(open).catch(() => undefined);
    await expect.poll(async () => (await server.uploadFolder.find(path.slice(-36)))?.size).toBe(megabyte);
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
    const writer = await pool.connect();
    await writer.query('begin');
    await writer.query('select pg_advisory_xact_lock(hashtextextended($1, 13))', [path.slice(-36)]);
    const waiting = uploader.patch(path, 0, Buffer.from('a,b,c'));
    const isWaiting = () => server.query("select from pg_locks where locktype = 'advisory' and not granted");
    await expect.poll(isWaiting).toHaveLength(1);
    expect(await there.offset(path)).toBe(0);
    writer.release(true);
    expect((await waiting).status).toBe(204);
    await close();
  });
});

test('a process that stops cuts off what it receives, and the upload resumes in the next one', async () => {
  const dying = await server.buildAnother();
  const there = uploader.at(await dying.listen({ port: 0, host: '127.0.0.1' }));
  const bytes = csv(2 * megabyte);
  const path = await uploader.begin(claimNumber, 'a.csv', bytes.length);
  await there.openPatch(path, 0, bytes, megabyte);
  await expect.poll(async () => (await server.uploadFolder.find(path.slice(-36)))?.size).toBe(megabyte);
  const before = performance.now();
  await dying.close();
  expect(performance.now() - before).toBeLessThan(3_000);
  expect(await uploader.offset(path)).toBe(megabyte);
  await uploader.patch(path, megabyte, bytes.subarray(megabyte));
  expect(await uploader.finalized(path)).toMatchObject({ sha256: hashOf(bytes) });
});
