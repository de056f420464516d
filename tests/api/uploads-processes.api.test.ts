import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  csv,
  expectUploadProblem,
  fileForUploads,
  hashOf,
  megabyte,
  readAnswer,
  startUploadServer,
  type Uploader,
  type UploadServer,
} from '../setup/uploads.ts';

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

  test('one of which died holding a lock: the other waits until the lock expires', async () => {
    const path = await uploader.begin(claimNumber, 'a.csv', 10);
    const hold = (seconds: number) =>
      server.query(
        'update uploads set locked_by = gen_random_uuid(), locked_until = now() + make_interval(secs => $2) where id = $1',
        [path.slice(-36), seconds],
      );
    await hold(1);
    expect(await there.offset(path)).toBe(0);
    await hold(60);
    const busy = await uploader.patch(path, 0, Buffer.from('x'));
    expectUploadProblem(busy, 503, 'unavailable');
    expect(busy.headers['retry-after']).toBe('1');
  });
});

test('a request that lost its lock on an upload writes no more', async () => {
  const bytes = csv(2 * megabyte);
  const path = await uploader.begin(claimNumber, 'a.csv', bytes.length);
  const open = await uploader.openPatch(path, 0, bytes, megabyte);
  const answered = readAnswer(open).catch(() => undefined);
  await expect.poll(async () => (await server.uploadFolder.find(path.slice(-36)))?.size).toBe(megabyte);
  await server.query(
    "update uploads set locked_by = gen_random_uuid(), locked_until = now() + interval '3 seconds' where id = $1",
    [path.slice(-36)],
  );
  // It notices within a second, answers with its offset, and closes its connection.
  expect([undefined, '1048576']).toContain((await answered)?.headers['upload-offset']);
  open.write(bytes.subarray(megabyte));
  expect(await uploader.offset(path)).toBe(megabyte);
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
