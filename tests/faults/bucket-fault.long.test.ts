import { CreateMultipartUploadCommand, DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasCeph } from '../setup/ceph-cluster.ts';
import { openTestCeph } from '../setup/shared-ceph.ts';
import { check } from './check/check.ts';
import { faults } from './faults.ts';
import { breakAndRecover } from './run-fault.ts';
import { openEnvironment } from './environment/environment.ts';
import { openTestFolder } from './environment/leftovers.ts';
import { makeTemplate } from './environment/template.ts';

// One of the faults of `npm run test:faults`, and a test of the checker with a bucket.

let folder: string;
let template: string;

beforeAll(async () => {
  folder = await openTestFolder();
  template = join(folder, 'template');
  await makeTemplate(template);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test.skipIf(!hasCeph())(
  'nothing is lost when the object storage is killed, and the checker reports what is changed in it',
  { timeout: 240_000 },
  async () => {
    const fault = faults.find(({ name }) => name === 'store-away');
    if (!fault) throw new Error('There is no such fault');
    const parts = { template, cephFolder: await openTestCeph() };
    const environment = await openEnvironment({ ...fault.environment, folder: join(folder, fault.name), parts });
    try {
      const { result, evidence } = await breakAndRecover(environment, {
        fault,
        run: 0,
        arrivalsPerSecond: 5,
        calmMilliseconds: 1_500,
      });
      expect(result.findings).toEqual([]);
      expect(result.claimsAnswered).toBeGreaterThan(5);
      expect(result.documentsAnswered).toBeGreaterThan(2);

      const { objectStore, documents } = environment;
      const [lost, changed] = await documents.readFiles();
      if (!objectStore || !lost || !changed) throw new Error('Nothing was stored in the bucket');
      const at = (Key: string) => ({ Bucket: documents.bucket, Key: `redress/${Key}` });
      await objectStore.client.send(new DeleteObjectCommand(at(lost.path)));
      await objectStore.client.send(new PutObjectCommand({ ...at(changed.path), Body: 'other bytes' }));
      await objectStore.client.send(new PutObjectCommand({ ...at('left'), Body: 'left over' }));
      await objectStore.client.send(new CreateMultipartUploadCommand(at('unfinished')));
      const findings = await check(evidence);
      const kinds = findings.map(({ kind }) => kind).filter((kind) => kind !== 'unverified');
      expect(kinds.toSorted()).toEqual(['document-changed', 'document-lost', 'orphan', 'orphan']);
      const verified = findings.filter(({ kind }) => kind === 'unverified').map(({ what }) => what);
      expect(verified).toEqual([expect.stringContaining('3 things are not as they should be')]);
    } finally {
      await environment.stop();
    }
  },
);
