import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { isAlive } from '@redress/local-postgres/processes';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasCeph } from './ceph-cluster.ts';
import type { ObjectStore } from './radosgw.ts';
import { openTestObjectStore } from './shared-ceph.ts';

describe.skipIf(!hasCeph())('object storage for tests', () => {
  let store: ObjectStore;
  let bucket: string;
  beforeAll(async () => {
    store = await openTestObjectStore();
    bucket = await store.bucket();
  });
  afterAll(() => store?.remove());

  const put = (Key: string, Body: string) =>
    store.client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentLength: Body.length }));
  const read = async (Key: string) => {
    const { Body } = await store.client.send(new GetObjectCommand({ Bucket: bucket, Key }));
    return Body?.transformToString();
  };

  test('keeps what is stored when it is killed and started again', async () => {
    await put('one', 'first');
    await store.kill();
    await expect(fetch(store.endpoint)).rejects.toThrow('fetch failed');
    await store.start();
    expect(await read('one')).toBe('first');
  });

  test('answers nothing while it is frozen, and then what was asked', async () => {
    store.freeze();
    let isAnswered = false;
    const putting = put('two', 'second').then(() => (isAnswered = true));
    await expect(fetch(store.endpoint, { signal: AbortSignal.timeout(500) })).rejects.toThrow('timeout');
    expect(isAnswered).toBe(false);
    store.resume();
    await putting;
    expect(await read('two')).toBe('second');
  });

  test('refuses what is over its limit', async () => {
    await store.limit(1_000_000);
    await expect(put('large', 'x'.repeat(2_000_000))).rejects.toMatchObject({ name: 'QuotaExceeded' });
    await store.limit(undefined);
    await put('large', 'x'.repeat(2_000_000));
  });

  test('refuses a secret that is no longer valid', async () => {
    await store.changeSecret('another-secret');
    await expect(put('three', 'third')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    await store.changeSecret(store.secretAccessKey);
    await put('three', 'third');
  });

  test('other users see nothing of it', async () => {
    const other = await openTestObjectStore();
    try {
      await expect(other.client.send(new ListObjectsV2Command({ Bucket: bucket }))).rejects.toMatchObject({
        name: 'AccessDenied',
      });
    } finally {
      await other.remove();
    }
  });

  test('its daemons end with the process that started them, even when it is killed', async () => {
    const source = `import { startCephCluster } from '${join(import.meta.dirname, 'ceph-cluster.ts')}';
      console.log((await startCephCluster()).folder);`;
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [folder] = await once(starter.stdout, 'data');
    const command = `^ceph-(mon|osd)|^radosgw`;
    const daemons = execFileSync('pgrep', ['--parent', String(starter.pid), '--full', command], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
    expect(daemons).toHaveLength(2);
    starter.kill('SIGKILL');
    await expect.poll(() => daemons.filter(isAlive)).toEqual([]);
    await rm(String(folder).trim(), { recursive: true });
  });
});
