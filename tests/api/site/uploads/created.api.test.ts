import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../setup/browser.ts';
import { companyAnswers } from '../../../setup/sample-claims.ts';
import type { TestServer } from '../../../setup/test-server.ts';
import {
  csv,
  expectUploadProblem,
  fileForUploads,
  hashOf,
  listUploads,
  megabyte,
  type Uploader,
  useUploadServer,
} from '../../../setup/uploads.ts';

const server = useUploadServer();
let browser: Browser;
let uploader: Uploader;
let claimNumber: string;

beforeEach(async () => {
  ({ browser, uploader, claimNumber } = await fileForUploads(server));
});

describe('an upload that is refused at creation', () => {
  const twoGigabytes = 2 * 1024 * megabyte;

  test('exceeds the limit of its type: 413 with the limit in the message', async () => {
    const tooLarge = expectUploadProblem(
      await uploader.create(claimNumber, 'a.PDF', 25 * megabyte + 1),
      413,
      'too-large',
    );
    const message: unknown = expect.stringContaining('25 MB');
    expect(tooLarge.files).toEqual([{ name: 'a.PDF', reason: 'too-large', message }]);
    await uploader.begin(claimNumber, 'a.pdf', 25 * megabyte);
    const data = expectUploadProblem(await uploader.create(claimNumber, 'a.CSV', twoGigabytes + 1), 413, 'too-large');
    expect(data.files?.[0]?.message).toContain('2048 MB');
    await uploader.begin(claimNumber, 'a.csv', twoGigabytes);
  });

  test('has the extension of a data file on a form without data files: 413 above the limit of other files', async () => {
    const { status, body } = await browser.post({ ...companyAnswers, formVersion: 1 }, randomUUID(), 'TppClaimants');
    expect(status).toBe(201);
    expectUploadProblem(await uploader.create(body.claimNumber, 'a.csv', 25 * megabyte + 1), 413, 'too-large');
  });

  test('is empty, has a body, or has an invalid length, name, claim or table choice', async () => {
    expectUploadProblem(await uploader.create(claimNumber, 'a.csv', 0), 422, 'no-documents');
    for (const size of [-1, 1.5, Number.NaN])
      expectUploadProblem(await uploader.create(claimNumber, 'a.csv', size), 400, 'bad-request');
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const claim = `claimnumber ${base64(claimNumber)}`;
    const named = `${claim},filename ${base64('a.csv')}`;
    for (const headers of [
      { 'upload-defer-length': '1', 'upload-metadata': named },
      { 'upload-length': '10' },
      { 'upload-length': '10', 'upload-metadata': claim },
      { 'upload-length': '10', 'upload-metadata': `${claim},filename` },
      { 'upload-length': '10', 'upload-metadata': `filename ${base64('a.csv')}` },
      { 'upload-length': '10', 'upload-metadata': '%%%' },
    ] as Record<string, string>[])
      expectUploadProblem(await uploader.send('POST', '/api/uploads', { headers }), 400, 'bad-request');
    for (const metadata of [{}, { 'upload-metadata': named }]) {
      const headers = { 'content-type': 'application/offset+octet-stream', 'upload-length': '3', ...metadata };
      const answer = await uploader.send('POST', '/api/uploads', { headers, body: Buffer.from('abc') });
      expectUploadProblem(answer, 415, 'unsupported-type');
    }
    const chosen = '[{"table":0,"kind":"else","columns":{}}]';
    expectUploadProblem(await uploader.create(claimNumber, 'a.csv', 10, { chosen }), 400, 'bad-request');
    expectUploadProblem(await uploader.create('0000000000', 'a.csv', 10), 403, 'not-your-claim');
    expect(await listUploads(server, claimNumber)).toEqual([]);
  });

  test('exceeds the number of files of a claim, unfinished ones included: 413', async () => {
    for (let count = 0; count < 20; count += 1) await uploader.begin(claimNumber, `${count}.csv`, 10);
    const refused = expectUploadProblem(await uploader.create(claimNumber, 'a.csv', 10), 413, 'too-large');
    expect(refused.files).toMatchObject([{ reason: 'too-many' }]);
  });

  test('takes no second place if its answer was lost: with the same key, it is the same upload', async () => {
    const key = 'A'.repeat(26);
    const path = await uploader.begin(claimNumber, 'a.csv', 10, { key });
    for (let count = 0; count < 20; count += 1)
      expect(await uploader.begin(claimNumber, 'a.csv', 10, { key })).toBe(path);
    for (const [name, size] of [
      ['b.csv', 10],
      ['a.csv', 11],
    ] as const)
      expect(await uploader.begin(claimNumber, name, size, { key })).not.toBe(path);
    expect(await listUploads(server, claimNumber)).toHaveLength(3);
  });

  test('exceeds the bytes of a claim, unfinished ones included; one that was idle for ten minutes is replaced', async () => {
    const forgotten = await uploader.begin(claimNumber, 'a.csv', twoGigabytes);
    const young = await uploader.begin(claimNumber, 'b.csv', twoGigabytes);
    const refused = expectUploadProblem(await uploader.create(claimNumber, 'c.csv', twoGigabytes), 413, 'too-large');
    expect(refused.files).toMatchObject([
      { reason: 'too-much-at-once', message: expect.stringContaining('wait until the others have arrived') },
    ]);
    await server.query("update uploads set created_at = created_at - interval '11 minutes' where id = $1", [
      forgotten.slice(-36),
    ]);
    await uploader.begin(claimNumber, 'c.csv', twoGigabytes);
    expect((await uploader.head(forgotten)).status).toBe(404);
    expect((await uploader.head(young)).status).toBe(200);
  });

  test('comes from an address that created too many: 429', async () => {
    const limits = { 'documents-address': { attempts: 2, seconds: 600 } };
    const limited = await server.buildAnother({ limits: { ...defaultLimits, ...limits } });
    const there = uploader.at(await limited.listen({ port: 0, host: '127.0.0.1' }));
    for (let count = 0; count < 2; count += 1) await there.begin(claimNumber, 'a.csv', 10);
    const refused = await there.create(claimNumber, 'a.csv', 10);
    expectUploadProblem(refused, 429, 'too-many-requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a disk that is nearly full', () => {
  /** At a process with another folder of unfinished uploads. */
  const withFolder = async (change: Partial<TestServer['uploadFolder']>) => {
    const app = await server.buildAnother({ uploadFolder: { ...server.uploadFolder, ...change } });
    return uploader.at(await app.listen({ port: 0, host: '127.0.0.1' }));
  };
  const total = 10 * 1024 * megabyte;
  const withSpace = (free: number) => withFolder({ space: () => Promise.resolve({ free, total }) });

  test('refuses a new upload with 503 and the note that the claim is safe, and keeps a gigabyte free', async () => {
    const full = await withSpace(1024 * megabyte + 999);
    const refused = await full.create(claimNumber, 'a.csv', 1_000);
    expect(expectUploadProblem(refused, 503, 'unavailable').detail).toContain('claim itself is safe');
    expect(refused.headers['retry-after']).toBe('300');
    await full.begin(claimNumber, 'a.csv', 999);
  });

  test('refuses a chunk of an existing upload, which resumes when there is space again', async () => {
    const bytes = csv(10_000);
    const path = await uploader.begin(claimNumber, 'a.csv', bytes.length);
    await uploader.patch(path, 0, bytes.subarray(0, 5_000));
    const full = await withSpace(1024 * megabyte);
    const refused = await full.patch(path, 5_000, bytes.subarray(5_000));
    expectUploadProblem(refused, 503, 'unavailable');
    expect(refused.headers['retry-after']).toBe('300');
    await uploader.patch(path, 5_000, bytes.subarray(5_000));
    expect(await uploader.finalized(path)).toMatchObject({ sha256: hashOf(bytes) });
  });

  test('that fills up while a chunk arrives, or cannot write, stops it, and the upload resumes when there is space again', async () => {
    let looks = 0;
    const filling = await withFolder({
      space: () => Promise.resolve({ free: (++looks > 3 ? 1 : 2) * 1024 * megabyte - 1, total }),
    });
    const failing = await withFolder({
      append: (id, offset, parts) => server.uploadFolder.append(id, offset, untilFull(parts, megabyte)),
    });
    for (const there of [filling, failing]) {
      const bytes = csv(4 * megabyte);
      const path = await uploader.begin(claimNumber, 'a.csv', bytes.length);
      const answer = await there.patch(path, 0, bytes).catch(() => undefined);
      if (answer) expectUploadProblem(answer, 503, 'unavailable');
      const from = await uploader.offset(path);
      expect(from).toBeGreaterThan(0);
      expect(from).toBeLessThan(bytes.length);
      await uploader.patch(path, from, bytes.subarray(from));
      expect(await uploader.finalized(path)).toMatchObject({ sha256: hashOf(bytes) });
    }
  });
});

/** Fails like a write to a full disk. */
async function* untilFull(chunks: AsyncIterable<Buffer>, room: number) {
  let left = room;
  for await (const chunk of chunks) {
    if (chunk.length > left) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    left -= chunk.length;
    yield chunk;
  }
}
