import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { isAlive } from '@redress/local-postgres/processes';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasCeph } from './ceph-cluster.ts';
import { openTestObjectStore } from './shared-ceph.ts';

describe.skipIf(!hasCeph())('object storage for tests', () => {
  test('other users see nothing of it', async () => {
    const open = async () => {
      const store = await openTestObjectStore();
      onTestFinished(() => store.remove());
      return store;
    };
    const bucket = await (await open()).bucket();
    const other = await open();
    await expect(other.client.send(new ListObjectsV2Command({ Bucket: bucket }))).rejects.toMatchObject({
      name: 'AccessDenied',
    });
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
