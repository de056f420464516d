import { settlement } from '@redress/content/settlement';
import { openDatabase } from '@redress/server/database/pool';
import { cleanUp } from '@redress/server/cleanup';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { randomUUID } from 'node:crypto';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keys } from '../../setup/test-server.ts';
import {
  csv,
  fileForUploads,
  hashOf,
  listDocuments,
  listUploads,
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
const documentsOf = (number = claimNumber) => listDocuments(server, number);
const uploadsOf = () => listUploads(server, claimNumber);

describe('an upload whose process ended after the last byte, before it was marked complete', () => {
  const leaveWhole = async (bytes: Buffer) => {
    const path = await uploader.begin(claimNumber, 'a.csv', bytes.length);
    await writeFile(join(server.uploadPath, path.slice(-36)), bytes);
    return path;
  };

  test('is completed when the browser asks for the offset', async () => {
    const bytes = csv(1_000);
    const path = await leaveWhole(bytes);
    expect(await uploader.offset(path)).toBe(bytes.length);
    expect(await uploader.finalized(path)).toMatchObject({ sha256: hashOf(bytes) });
  });

  test('is completed when the browser sends an empty chunk', async () => {
    const bytes = csv(1_000);
    const path = await leaveWhole(bytes);
    expect((await uploader.patch(path, bytes.length, Buffer.alloc(0))).status).toBe(204);
    expect(await uploader.finalized(path)).toMatchObject({ sha256: hashOf(bytes) });
    // And again, because the response may get lost.
    expect((await uploader.patch(path, bytes.length, Buffer.alloc(0))).status).toBe(204);
    expect(await uploader.offset(path)).toBe(bytes.length);
  });

  test('is completed by cleanup', async () => {
    const bytes = csv(1_000);
    const path = await leaveWhole(bytes);
    await runCleanup(server.now);
    const joiner = server.startResumableUploads();
    expect(await uploader.finalized(path)).toMatchObject({ sha256: hashOf(bytes) });
    await joiner.stop();
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
    expect(await uploadsOf()).toHaveLength(2);
    await runCleanup(new Date(server.now.getTime() + 7.1 * day));
    expect(await uploadsOf()).toHaveLength(0);
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
  const { database, close } = openDatabase(server.connectionString, () => {});
  const uploadFolder = {
    ...server.uploadFolder,
    remove: (id: string) =>
      id === broken ? Promise.reject(new Error('a broken disk')) : server.uploadFolder.remove(id),
  };
  const store = await openUploadStore(server.documentFolder);
  try {
    await cleanUp({ database, keys, store, uploadFolder, settlement, now: () => now });
  } finally {
    await close();
  }
}
