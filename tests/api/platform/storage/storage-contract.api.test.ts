import { openStorage, type Storage } from '@redress/server/platform/storage/open-storage';
import { storedFileSource } from '@redress/server/platform/storage/stored-file';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasCeph } from '../../../setup/ceph-cluster.ts';
import type { ObjectStore } from '../../../setup/radosgw.ts';
import { openTestObjectStore } from '../../../setup/shared-ceph.ts';
import { useFolder } from '../../../setup/folders.ts';

const megabyte = 1024 ** 2;
/** More than two parts of a multipart upload, and more than two ranges. */
const largest = randomBytes(11 * megabyte + 7);
/** More than one part, and more than one range. */
const large = largest.subarray(0, 6 * megabyte);

const folder = useFolder();
let gateway: ObjectStore | undefined;
afterAll(async () => {
  vi.unstubAllEnvs();
  await gateway?.remove();
});

/** An empty folder or bucket. */
const kinds = [
  { kind: 'a folder', open: async () => openStorage({ documents: undefined }, await mkdtemp(join(folder, 'data-'))) },
  {
    kind: 'a bucket',
    async open() {
      gateway ??= await openTestObjectStore();
      for (const [name, value] of Object.entries(gateway.environment)) vi.stubEnv(name, value);
      const { endpoint, region } = gateway;
      const location = { kind: 's3', bucket: await gateway.bucket(), prefix: 'case/', endpoint, region } as const;
      return openStorage({ documents: location }, '/nowhere');
    },
  },
] as const;

describe.each(kinds)('storage in $kind', ({ kind, open }) => {
  let storage: Storage;
  const skips = kind === 'a bucket' && !hasCeph();
  beforeAll(async () => {
    if (!skips) storage = await open();
  });
  const contents = async (key: string) => buffer(storage.store.read(key));
  const chunks = (bytes: Buffer) =>
    Readable.from(
      (function* () {
        for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
      })(),
    );
  async function listed(within?: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of storage.store.list(within)) keys.push(key);
    return keys.toSorted();
  }

  describe.skipIf(skips)('the store', () => {
    test('returns the bytes that were written, whole and in ranges, with their size', async () => {
      for (const bytes of [Buffer.alloc(0), Buffer.from('x'), largest]) {
        await storage.store.write('100/whole', chunks(bytes));
        expect((await contents('100/whole')).equals(bytes)).toBe(true);
        expect(await storage.store.size('100/whole')).toBe(bytes.length);
      }
      for (const [from, to] of [
        [0, 10],
        [5 * megabyte - 1, 5 * megabyte + 1],
        [largest.length - 3, largest.length + 100],
        [7, 7],
        [3, 9 * megabyte],
      ] as const) {
        const read = await buffer(storage.store.read('100/whole', { from, to }));
        expect(read.equals(largest.subarray(from, to))).toBe(true);
      }
    });

    test('keeps the former file when new bytes break off, and has no part of a new one', async () => {
      await storage.store.write('101/kept', chunks(Buffer.from('before')));
      async function* breakingOff() {
        yield large;
        await Promise.resolve();
        throw new Error('the claimant left');
      }
      await expect(storage.store.write('101/kept', breakingOff())).rejects.toThrow('the claimant left');
      await expect(storage.store.write('101/new', breakingOff())).rejects.toThrow('the claimant left');
      expect((await contents('101/kept')).toString()).toBe('before');
      expect(await storage.store.has('101/new')).toBe(false);
    });

    test('says that a missing file is missing, and removes it without complaint', async () => {
      expect(await storage.store.has('102/none')).toBe(false);
      expect(await storage.store.size('102/none')).toBeUndefined();
      await expect(contents('102/none')).rejects.toMatchObject({ code: 'ENOENT' });
      await storage.store.remove('102/none');
      await storage.store.write('102/some', chunks(Buffer.from('x')));
      await storage.store.remove('102/some');
      await storage.store.flushRemovals(['102/some'], ['102']);
      expect(await storage.store.has('102/some')).toBe(false);
    });

    test('lists claim documents and staged uploads, and exports on their own', async () => {
      for (const key of ['103/a', 'posted/b', 'exports/c']) await storage.store.write(key, chunks(Buffer.from(key)));
      await storage.uploadFolder.append(randomUUID(), 0, chunks(Buffer.from('unfinished')));
      await storage.store.probe();
      expect((await listed()).filter((key) => !key.startsWith('10') || key.startsWith('103'))).toEqual([
        '103/a',
        'posted/b',
      ]);
      expect(await listed('exports')).toEqual(['exports/c']);
      expect(await storage.findUsed()).toBeDefined();
    });

    test('lets another process read a file from its description alone', async () => {
      await storage.store.write('104/file', chunks(large));
      const described = await storage.store.fileOf('104/file', { name: 'purchases.csv', size: large.length });
      const source = storedFileSource(structuredClone(described));
      expect((await buffer(source.stream())).equals(large)).toBe(true);
      const [from, to] = [4 * megabyte - 2, 5 * megabyte];
      expect((await buffer(source.stream(from, to))).equals(large.subarray(from, to))).toBe(true);
      await storage.store.remove('104/file');
      await expect(buffer(source.stream())).rejects.toMatchObject({ code: 'ENOENT' });
    });
  });

  describe.skipIf(skips)('the folder of resumable uploads', () => {
    test('keeps what has arrived, also of a connection that broke, and continues there', async () => {
      const id = randomUUID();
      const { uploadFolder } = storage;
      expect(await uploadFolder.find(id)).toBeUndefined();
      async function* breakingOff() {
        yield* chunks(large.subarray(0, 5 * megabyte));
        await Promise.resolve();
        throw new Error('the connection broke');
      }
      await expect(uploadFolder.append(id, 0, breakingOff())).rejects.toThrow('the connection broke');
      expect((await uploadFolder.find(id))?.size).toBe(5 * megabyte);
      expect(await uploadFolder.append(id, 5 * megabyte, chunks(large.subarray(5 * megabyte)))).toBe(large.length);
      await uploadFolder.flush(id);
      expect((await buffer(uploadFolder.read(id))).equals(large)).toBe(true);
      const range = { from: 5 * megabyte - 1, to: 5 * megabyte + 1 };
      expect((await buffer(uploadFolder.read(id, range))).equals(large.subarray(range.from, range.to))).toBe(true);
      const source = storedFileSource(await uploadFolder.fileOf(id, { name: 'members.csv', size: large.length }));
      expect((await buffer(source.stream())).equals(large)).toBe(true);
      expect(await uploadFolder.list()).toContain(id);
      await uploadFolder.remove(id);
      expect(await uploadFolder.find(id)).toBeUndefined();
      expect(await uploadFolder.list()).not.toContain(id);
      await expect(buffer(uploadFolder.read(id))).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(buffer(source.stream(0, 10))).rejects.toMatchObject({ code: 'ENOENT' });
    });

    test('stores nothing that it may not write', async () => {
      const id = randomUUID();
      const refused = storage.uploadFolder.append(id, 0, chunks(large), () => Promise.reject(new Error('not yours')));
      await expect(refused).rejects.toThrow('not yours');
      expect(await storage.uploadFolder.find(id)).toBeUndefined();
    });

    test('hands a complete upload to the store', async () => {
      const id = randomUUID();
      await storage.uploadFolder.append(id, 0, chunks(large));
      await storage.store.moveIn('105/moved', storage.uploadFolder.arrived(id));
      expect((await contents('105/moved')).equals(large)).toBe(true);
      await storage.uploadFolder.remove(id);
      expect((await contents('105/moved')).equals(large)).toBe(true);
    });
  });
});
