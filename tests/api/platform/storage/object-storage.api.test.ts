import { settlement } from '@redress/content/settlement';
import { fillSearchNow } from '@redress/server/console/search/fill-search';
import { cleanUp } from '@redress/server/cleanup';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { startDataCheckWorker } from '@redress/server/claims/documents/data-check-jobs';
import { expireExports } from '@redress/server/console/exports/end-export';
import { openStorage, type Storage } from '@redress/server/platform/storage/open-storage';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { purgeClaimsOf } from '../../../setup/clean-up.ts';
import { findIssues } from '../../../setup/find-issues.ts';
import { hasCeph } from '../../../setup/ceph-cluster.ts';
import { exportList } from '../../../setup/console-records.ts';
import { signInTab } from '../../../setup/console.ts';
import { isLongRun } from '../../../setup/long-tests.ts';
import type { ObjectStore } from '../../../setup/radosgw.ts';
import { companyAnswers, fileTpp, openForm } from '../../../setup/sample-claims.ts';
import { openTestObjectStore } from '../../../setup/shared-ceph.ts';
import { keys, startTestServer, type TestServer } from '../../../setup/test-server.ts';
import { csv, hashOf, megabyte, pdf, Uploader } from '../../../setup/uploads.ts';

describe.skipIf(!hasCeph())('a website whose documents are in a bucket', () => {
  let gateway: ObjectStore;
  let bucket: string;
  let storage: Storage;
  let server: TestServer;
  let base: string;

  beforeAll(async () => {
    gateway = await openTestObjectStore();
    for (const [name, value] of Object.entries(gateway.environment)) vi.stubEnv(name, value);
    bucket = await gateway.bucket();
    const { endpoint, region } = gateway;
    storage = await openStorage({ documents: { kind: 's3', bucket, prefix: '', endpoint, region } }, '/nowhere');
    server = await startTestServer({ storage, members: 3 });
    base = await server.listen();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await server?.close();
    await gateway?.remove();
  });

  const context = () => ({
    ...storage,
    database: server.database,
    keys,
    settlement,
    log: server.log,
    now: () => server.now,
  });
  async function fileClaim() {
    const browser = await openForm(server.app);
    const claimNumber: string = (await fileTpp(browser, { ...companyAnswers, formVersion: 2 })).body.claimNumber;
    return { browser, claimNumber, uploader: new Uploader(browser, base) };
  }
  async function listKeys(within?: string): Promise<string[]> {
    const found: string[] = [];
    for await (const key of storage.store.list(within)) found.push(key);
    return found;
  }

  test('keeps whole uploads, hands them out again, and leaves nothing of those it refuses', async () => {
    const { browser, claimNumber } = await fileClaim();
    const bytes = pdf(6 * megabyte);
    const files = [
      { name: 'a.pdf', bytes },
      { name: 'a program.exe', bytes: randomBytes(1_000) },
      { name: 'the same again.pdf', bytes },
    ];
    const answer = await browser.upload(claimNumber, files, 'TppClaimants');
    expect(answer.status).toBe(200);
    expect(answer.body.files).toMatchObject([
      { stored: true, sha256: hashOf(bytes), duplicate: false },
      { stored: false, reason: 'type' },
      { stored: true, duplicate: true },
    ]);
    expect((await listKeys()).filter((key) => key.startsWith(claimNumber))).toHaveLength(1);
    expect(await findIssues(context(), { readDocuments: true })).toEqual([]);
  });

  test('continues a resumable upload in another process, and finalizes it there', async () => {
    const { claimNumber, uploader } = await fileClaim();
    const bytes = csv(9 * megabyte);
    const path = await uploader.begin(claimNumber, 'purchases.csv', bytes.length);
    const broken = await uploader.openPatch(path, 0, bytes, 5 * megabyte);
    await expect
      .poll(async () => (await storage.uploadFolder.find(path.slice(-36)))?.size)
      .toBeGreaterThanOrEqual(4 * megabyte);
    broken.destroy();
    const other = uploader.at(await (await server.buildAnother()).listen({ port: 0, host: '127.0.0.1' }));
    await expect.poll(() => other.offset(path)).toBe(5 * megabyte);
    expect((await other.patch(path, 5 * megabyte, bytes.subarray(5 * megabyte))).status).toBe(204);
    expect(await other.finalized(path)).toMatchObject({ stored: true, sha256: hashOf(bytes) });
    expect(await storage.store.size(`${claimNumber}/${path.slice(-36)}`)).toBe(bytes.length);
    await expect.poll(() => storage.uploadFolder.list()).toEqual([]);
    expect(await findIssues(context(), { readDocuments: true })).toEqual([]);
  });

  test('checks data files in processes that have no credentials', async () => {
    const { browser, claimNumber } = await fileClaim();
    const lines = ['TPP Name|NDC or Drug Name|Fill or Purchase Date|State of Purchase|Amount Paid'];
    for (let row = 0; row < 1_000; row += 1) lines.push(`Alder|00093-5124-01|2016-03-02|AZ|${row}.50`);
    const sent = [{ name: 'purchases.txt', bytes: Buffer.from(`${lines.join('\n')}\n`) }];
    expect((await browser.upload(claimNumber, sent, 'TppClaimants')).status).toBe(200);
    const worker = startDataCheckWorker({ ...context(), pollMilliseconds: 50 });
    onTestFinished(() => worker.stop());
    const rows = () =>
      server.query(
        `select outcome, report from data_checks join claims on claims.id = claim_id
         where number = $1 and finished_at is not null`,
        [claimNumber],
      );
    await expect.poll(rows).toMatchObject([{ outcome: 'checked', report: { report: { purchases: { rows: 1_000 } } } }]);
  });

  test('exports lists into the bucket, encrypted', async () => {
    const { claimNumber } = await fileClaim();
    await fillSearchNow(context());
    const tab = await signInTab(server, 'reviewer');
    const id = await exportList(server, tab, 'claims', ['number', 'name']);
    expect(await listKeys('exports')).toEqual([`exports/${id}`]);
    const { status, bytes } = await tab.get(`/exports/${id}/file`);
    expect(status).toBe(200);
    expect(bytes.toString()).toContain(claimNumber);
    await expireExports(context(), 'all');
    expect(await listKeys('exports')).toEqual([]);
  });

  type Change = (at: ObjectStore) => Promise<void>;
  const faults: readonly (readonly [string, breakIt: Change, repair: Change])[] = [
    ['is killed', (at) => at.kill(), (at) => at.start()],
    ['is frozen', async (at) => at.freeze(), async (at) => at.resume()],
    ['is over its quota', (at) => at.limit(1), (at) => at.limit(undefined)],
    ['refuses the secret', (at) => at.changeSecret('another'), (at) => at.changeSecret(at.secretAccessKey)],
  ];
  const tried = isLongRun ? faults : faults.slice(0, 1);

  test.each(tried)(
    'while it %s, uploads come later, claims are filed, and nothing is lost',
    async (_, breakIt, repair) => {
      const { browser, claimNumber, uploader } = await fileClaim();
      const bytes = csv(6 * megabyte);
      const path = await uploader.begin(claimNumber, 'later.csv', bytes.length);
      expect((await uploader.patch(path, 0, bytes.subarray(0, megabyte))).status).toBe(204);
      await breakIt(gateway);
      const sent = [{ name: 'b.pdf', bytes: pdf(6 * megabyte) }];
      expect((await browser.upload(claimNumber, sent, 'TppClaimants')).status).toBe(503);
      expect((await uploader.patch(path, megabyte, bytes.subarray(megabyte))).status).toBe(503);
      expect((await browser.send('GET', '/api/health/ready')).body).toMatchObject({ storage: 'unavailable' });
      await fileClaim();
      await repair(gateway);
      await expect
        .poll(async () => (await browser.send('GET', '/api/health/ready')).body)
        .toMatchObject({ status: 'ok', storage: 'ok', uploads: 'ok' });
      expect(await uploader.offset(path)).toBe(megabyte);
      expect((await uploader.patch(path, megabyte, bytes.subarray(megabyte))).status).toBe(204);
      expect(await uploader.finalized(path)).toMatchObject({ stored: true, sha256: hashOf(bytes) });
      expect((await browser.upload(claimNumber, sent, 'TppClaimants')).status).toBe(200);
      expect(await findIssues(context(), { readDocuments: true })).toEqual([]);
    },
  );

  test('cleans up what crashes left, and purges every file of a claim', async () => {
    const { claimNumber } = await fileClaim();
    // Simulates a process that was killed while it stored a document.
    const dying = storage.store.write(`${claimNumber}/dying`, neverEnding());
    const beingWritten = async () => (await listParts()).map(({ Key: key }) => key);
    await expect.poll(beingWritten).toContainEqual(expect.stringContaining('dying'));
    void dying.catch(() => {});
    server.now = new Date('2040-01-01T00:00:00Z');
    await cleanUp(context());
    await sealHistory(context());
    expect(await listParts()).toEqual([]);
    expect(await findIssues(context(), { readDocuments: true })).toEqual([]);
    await purgeClaimsOf({ ...server, ...storage });
    expect(await listKeys()).toEqual([]);
    expect(await storage.findUsed()).toBeUndefined();
    await sealHistory(context());
    expect(await findIssues(context(), { readDocuments: true })).toEqual([]);
  });

  async function listParts() {
    return (await gateway.client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads ?? [];
  }
});

async function* neverEnding(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(6 * megabyte);
  await new Promise(() => {});
}
