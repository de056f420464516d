import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, PutBucketPolicyCommand } from '@aws-sdk/client-s3';
import { parseDocuments } from '@redress/server/config';
import { openDatabase } from '@redress/server/platform/database/pool';
import { openKeyRing } from '@redress/server/platform/keys/key-ring';
import { readManifest } from '@redress/server/operations/backup/backup-manifest';
import { makeBackup } from '@redress/server/operations/backup/make-backup';
import { restoreBackup } from '@redress/server/operations/backup/restore-backup';
import { openStorage, type Storage } from '@redress/server/platform/storage/open-storage';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findIssues } from '../../setup/find-issues.ts';
import { hasCeph } from '../../setup/ceph-cluster.ts';
import type { ObjectStore } from '../../setup/radosgw.ts';
import { companyAnswers, fileTpp, openForm } from '../../setup/sample-claims.ts';
import { openTestObjectStore } from '../../setup/shared-ceph.ts';
import { createTestDatabase } from '../../setup/test-database.ts';
import { startTestServer } from '../../setup/test-server.ts';
import { csv, megabyte, pdf, Uploader } from '../../setup/uploads.ts';
import { useFolder } from '../../setup/folders.ts';

const secrets = { current: 'a secret that only tests know, 32 characters', others: [] };

describe.skipIf(!hasCeph())('object storage', () => {
  let gateway: ObjectStore;
  const folder = useFolder();
  beforeAll(async () => {
    gateway = await openTestObjectStore();
    for (const [name, value] of Object.entries(gateway.environment)) vi.stubEnv(name, value);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await gateway?.remove();
  });

  const openBucket = async (bucket: string, at: ObjectStore = gateway): Promise<Storage> =>
    openStorage({ documents: parseDocuments(`s3://${bucket}/case`, '/', at) }, folder);
  const newBucket = async () => openBucket(await gateway.bucket());
  const newFolder = async () => openStorage({ documents: undefined }, await mkdtemp(join(folder, 'data-')));

  test('needs no more than the documented policy', async () => {
    const other = await openTestObjectStore();
    try {
      const bucket = await gateway.bucket();
      const guide = await readFile(new URL('../../../docs/object-storage.md', import.meta.url), 'utf8');
      const Policy = /```json\n(.*?)```/s
        .exec(guide)?.[1]
        ?.replaceAll('BUCKET', bucket)
        .replaceAll('"Effect"', '"Principal": "*", "Effect"');
      await gateway.client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
      for (const [name, value] of Object.entries(other.environment)) vi.stubEnv(name, value);
      const { store, uploadFolder } = await openBucket(bucket, other);
      const bytes = randomBytes(6 * megabyte);
      await store.probe();
      await store.write('100/document', Readable.from([bytes]));
      expect((await buffer(store.read('100/document'))).equals(bytes)).toBe(true);
      expect(await store.size('100/none')).toBeUndefined();
      const id = randomUUID();
      await uploadFolder.append(id, 0, Readable.from([bytes]));
      await store.moveIn('100/moved', uploadFolder.arrived(id));
      await uploadFolder.remove(id);
      await expect(store.write('100/broken', breakingOff())).rejects.toThrow('broke off');
      await store.removeTemporary(new Date());
      for (const key of ['100/document', '100/moved']) await store.remove(key);
      expect(await (await openBucket(bucket, other)).findUsed()).toBeUndefined();
    } finally {
      for (const [name, value] of Object.entries(gateway.environment)) vi.stubEnv(name, value);
      await other.remove();
    }
  });

  test('ends every upload that a crashed process began, also when they are on several pages', async () => {
    const bucket = await gateway.bucket();
    const { store } = await openBucket(bucket);
    const begin = (index: number) =>
      gateway.client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: `case/100/${index}` }));
    for (let first = 0; first < 1_020; first += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => begin(first + index)));
    await store.removeTemporary(new Date(Date.now() + 60_000));
    const left = await gateway.client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
    expect(left.Uploads ?? []).toEqual([]);
  });

  test('a backup of a folder is restored into a bucket, and one of that into a folder', async () => {
    const first = await newFolder();
    const server = await startTestServer({ storage: first, members: 3 });
    const databases = [await createTestDatabase(), await createTestDatabase()];
    try {
      await openKeyRing(server.connectionString, secrets);
      const browser = await openForm(server.app);
      const { claimNumber } = (await fileTpp(browser, { ...companyAnswers, formVersion: 2 })).body;
      const sent = [
        { name: 'a.pdf', bytes: pdf(6 * megabyte) },
        { name: 'b.pdf', bytes: pdf(100) },
      ];
      expect((await browser.upload(claimNumber, sent, 'TppClaimants')).status).toBe(200);
      const uploader = new Uploader(browser, await server.listen());
      const bytes = csv(5 * megabyte);
      const path = await uploader.begin(claimNumber, 'half.csv', bytes.length);
      await uploader.patch(path, 0, bytes.subarray(0, 3 * megabyte));

      let from = { storage: first, connectionString: server.connectionString };
      for (const [index, target] of [await newBucket(), await newFolder()].entries()) {
        const into = join(folder, `backups-${index}`);
        const at = new Date(Date.now() + index * 10_000);
        const made = await makeBackup({ ...from.storage, connectionString: from.connectionString, into, now: at });
        expect(made.manifest).toMatchObject({ faults: 0, documents: { count: 2 }, uploads: { count: 1 } });
        const again = await makeBackup({
          ...from.storage,
          connectionString: from.connectionString,
          into,
          now: new Date(at.getTime() + 2_000),
        });
        expect(again.shared).toBe(2);
        const { url: connectionString = '' } = databases[index] ?? {};
        const manifest = await readManifest(made.folder);
        await restoreBackup({ connectionString, folder: made.folder, manifest, secrets, storage: target });
        const { database, close } = openDatabase(connectionString, () => {});
        const keys = await openKeyRing(connectionString, secrets);
        expect(await findIssues({ ...target, database, keys }, { readDocuments: true })).toEqual([]);
        await close();
        const arrived = await buffer(target.uploadFolder.read(path.slice(-36)));
        expect(arrived.equals(bytes.subarray(0, 3 * megabyte))).toBe(true);
        from = { storage: target, connectionString };
      }
    } finally {
      await server.close();
      for (const database of databases) await database.drop();
    }
  });
});

async function* breakingOff(): AsyncGenerator<Buffer> {
  yield randomBytes(6 * megabyte);
  await Promise.reject(new Error('it broke off'));
}
