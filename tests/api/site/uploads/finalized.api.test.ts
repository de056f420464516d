import { randomUUID } from 'node:crypto';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../setup/browser.ts';
import { companyAnswers, openForm } from '../../../setup/sample-claims.ts';
import {
  csv,
  expectUploadProblem,
  fileForUploads,
  hashOf,
  listDocuments,
  listUploads,
  megabyte,
  pdf,
  Uploader,
  useUploadServer,
} from '../../../setup/uploads.ts';
import { cleanUpOf } from '../../../setup/clean-up.ts';

const server = useUploadServer();
let browser: Browser;
let uploader: Uploader;
let claimNumber: string;

beforeEach(async () => {
  ({ browser, uploader, claimNumber } = await fileForUploads(server));
});
const documentsOf = (number = claimNumber) => listDocuments(server, number);

describe('the check of a complete file', () => {
  test('another type with the name of a larger data file: refused, and nothing is stored', async () => {
    const stored = (await server.listStored()).length;
    const refused = await uploader.upload(claimNumber, 'data.xlsx', pdf(26 * megabyte));
    expect(refused).toMatchObject({ name: 'data.xlsx', stored: false, reason: 'too-large' });
    expect(JSON.stringify(refused)).toContain('25 MB');
    expect(await documentsOf()).toEqual([]);
    expect(await server.listStored()).toHaveLength(stored);
    expect(await server.uploadFolder.list()).not.toContain(expect.stringContaining('.'));
  });

  test('a type that the form does not accept: refused, in the language of the claim', async () => {
    const spanish = await openForm(server.app);
    const { body } = await spanish.send('POST', '/api/TppClaimants', {
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), 'accept-language': 'es' },
      body: JSON.stringify({ ...companyAnswers, formVersion: 2 }),
    });
    const there = new Uploader(spanish, uploader.base);
    const refused = await there.upload(body.claimNumber, 'a.csv', Buffer.from('MZ\u0000\u0001 program'));
    expect(refused).toMatchObject({ stored: false, reason: 'type' });
    expect(JSON.stringify(refused)).toContain('No podemos recibir');
    expect(await documentsOf(body.claimNumber)).toEqual([]);
  });

  test('a file within the limit of its type, whatever its name: stored', async () => {
    expect(await uploader.upload(claimNumber, 'data.csv', pdf(megabyte))).toMatchObject({ stored: true });
    expect(await documentsOf()).toMatchObject([{ name: 'data.pdf', type: 'pdf' }]);
  });

  test('bytes that the claim has already: a duplicate, stored once, also when sent concurrently', async () => {
    const bytes = csv(100_000);
    const results = await Promise.all(
      ['a.csv', 'b.csv', 'c.csv', 'd.csv'].map((name) => uploader.upload(claimNumber, name, bytes)),
    );
    expect(results.filter((result) => result.stored && !result.duplicate)).toHaveLength(1);
    expect(results.filter((result) => result.stored && result.duplicate)).toHaveLength(3);
    expect(await documentsOf()).toHaveLength(1);
    // The bytes of the duplicates go after their results are known.
    const kept = async () => (await server.listStored()).filter((path) => path.includes(claimNumber));
    await expect.poll(kept).toHaveLength(1);
  });

  test('one file too many, because others arrived meanwhile: refused', async () => {
    const bytes = csv(1_000);
    const path = await uploader.begin(claimNumber, 'late.csv', bytes.length);
    const files = Array.from({ length: 20 }, (_, index) => ({
      name: `${index}.txt`,
      bytes: Buffer.from(String(index)),
    }));
    expect((await browser.upload(claimNumber, files, 'TppClaimants')).status).toBe(200);
    await uploader.patch(path, 0, bytes);
    expect(await uploader.finalized(path)).toMatchObject({ stored: false, reason: 'too-many' });
    expect(await documentsOf()).toHaveLength(20);
  });
});

describe('a data check is pending', () => {
  const checksOf = () =>
    server.query(
      'select document_id, chosen from data_checks c join claims on claims.id = c.claim_id where number = $1',
      [claimNumber],
    );
  const chosen = [{ table: 0, kind: 'purchases', columns: { payor: 2, amount: 0 } }];

  test('for a table sent in chunks, with the claimant’s choice of columns', async () => {
    const path = await uploader.begin(claimNumber, 'a.csv', 5, { chosen: JSON.stringify(chosen) });
    await uploader.patch(path, 0, Buffer.from('a,b,c'));
    await uploader.finalized(path);
    expect(await checksOf()).toEqual([{ document_id: (await documentsOf())[0]?.['id'], chosen }]);
  });

  test('with the longest choice of columns that a browser may send', async () => {
    const columns = { payor: 16_000, drug: 16_001, date: 16_002, amount: 16_003 };
    const long = Array.from({ length: 80 }, (_, table) => ({ table, kind: 'purchases', columns }));
    const text = JSON.stringify(long);
    expect(text.length).toBeGreaterThan(7_000);
    await uploader.begin(claimNumber, `${'ñ'.repeat(120)}.csv`, 5, { chosen: text });
    const longer = JSON.stringify([...long, ...long.slice(0, 20)]);
    expectUploadProblem(await uploader.create(claimNumber, 'a.csv', 5, { chosen: longer }), 400, 'bad-request');
  });

  test('for a table sent whole, and for no other upload', async () => {
    const files = [
      { name: 'a.csv', bytes: csv(100) },
      { name: 'a.pdf', bytes: pdf(100) },
    ];
    await browser.upload(claimNumber, files, 'TppClaimants');
    await uploader.upload(claimNumber, 'b.pdf', pdf(200));
    const [table] = await documentsOf();
    expect(await checksOf()).toEqual([{ document_id: table?.['id'], chosen: null }]);
  });
});

describe('an upload whose process ended after the last byte, before it was marked complete', () => {
  test('is completed when the browser asks for the offset, sends an empty chunk, or by cleanup', async () => {
    for (const complete of [
      async (path: string, size: number) => expect(await uploader.offset(path)).toBe(size),
      async (path: string, size: number) => {
        // And again, because the response may get lost.
        for (let times = 0; times < 2; times += 1)
          expect((await uploader.patch(path, size, Buffer.alloc(0))).status).toBe(204);
      },
      async () => {
        await runCleanup(server.now);
        server.uploads.wake();
      },
    ]) {
      const bytes = csv(1_000);
      const path = await uploader.begin(claimNumber, 'a.csv', bytes.length);
      await writeFile(join(server.uploadPath, path.slice(-36)), bytes);
      await complete(path, bytes.length);
      expect(await uploader.finalized(path)).toMatchObject({ sha256: hashOf(bytes) });
    }
  });
});

describe('after a week', () => {
  const day = 24 * 60 * 60 * 1_000;
  const age = async (path: string, days: number) => {
    const at = new Date(server.now.getTime() - days * day);
    await server.query('update uploads set created_at = $2 where id = $1', [path.slice(-36), at]);
    if (await server.uploadFolder.find(path.slice(-36))) await utimes(join(server.uploadPath, path.slice(-36)), at, at);
  };

  test('without a new byte, an unfinished upload and its bytes are removed; one that continued stays', async () => {
    const old = await uploader.begin(claimNumber, 'old.csv', 10);
    await uploader.patch(old, 0, Buffer.from('12345'));
    const untouched = await uploader.begin(claimNumber, 'untouched.csv', 10);
    const goneOn = await uploader.begin(claimNumber, 'gone-on.csv', 10);
    await uploader.patch(goneOn, 0, Buffer.from('12345'));
    await age(old, 7.1);
    await age(untouched, 7.1);
    await server.query("update uploads set created_at = created_at - interval '30 days' where id = $1", [
      goneOn.slice(-36),
    ]);
    await runCleanup(server.now);
    expect((await uploader.head(old)).status).toBe(404);
    expect((await uploader.head(untouched)).status).toBe(404);
    expect(await server.uploadFolder.find(old.slice(-36))).toBeUndefined();
    expect(await uploader.offset(goneOn)).toBe(5);
  });

  test('the row of a finished upload is removed, and its file stays', async () => {
    const bytes = csv(500);
    await uploader.upload(claimNumber, 'a.csv', bytes);
    await uploader.upload(claimNumber, 'b.csv', bytes);
    await runCleanup(new Date(server.now.getTime() + 6.9 * day));
    expect(await listUploads(server, claimNumber)).toHaveLength(2);
    await runCleanup(new Date(server.now.getTime() + 7.1 * day));
    expect(await listUploads(server, claimNumber)).toHaveLength(0);
    const [document] = await documentsOf();
    expect((await server.listStored()).some((path) => path.endsWith(String(document?.['storage_key'])))).toBe(true);
  });

  test('bytes without a row are removed at once, and one failure does not stop the others', async () => {
    const strays: string[] = [randomUUID(), randomUUID(), randomUUID()].toSorted();
    for (const id of strays) await writeFile(join(server.uploadPath, id), 'x');
    await expect(runCleanup(server.now, strays[0])).rejects.toThrow('uploads could not be cleaned up');
    expect((await server.uploadFolder.list()).filter((id) => strays.includes(id))).toEqual([strays[0]]);
    await runCleanup(server.now);
    expect((await server.uploadFolder.list()).filter((id) => strays.includes(id))).toEqual([]);
  });
});

/** Runs maintenance at a time. The bytes of the upload `broken` cannot be removed. */
async function runCleanup(now: Date, broken?: string): Promise<void> {
  const remove = (id: string) =>
    id === broken ? Promise.reject(new Error('a broken disk')) : server.uploadFolder.remove(id);
  await cleanUpOf(server, now, { uploadFolder: { ...server.uploadFolder, remove } });
}
