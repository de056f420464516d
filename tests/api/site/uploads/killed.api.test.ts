import { parseDocuments } from '@redress/server/config';
import { openStorage, type Storage } from '@redress/server/platform/storage/open-storage';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hasCeph } from '../../../setup/ceph-cluster.ts';
import type { ObjectStore } from '../../../setup/radosgw.ts';
import { companyAnswers, openForm } from '../../../setup/sample-claims.ts';
import { isLongRun } from '../../../setup/long-tests.ts';
import { openTestObjectStore } from '../../../setup/shared-ceph.ts';
import { startTestServer, type TestServer } from '../../../setup/test-server.ts';
import { csv, hashOf, megabyte, Uploader } from '../../../setup/uploads.ts';
import { cleanUpOf } from '../../../setup/clean-up.ts';
import { useFolder } from '../../../setup/folders.ts';

const finalizer = fileURLToPath(new URL('./finalize-until-killed.ts', import.meta.url));
const appender = fileURLToPath(new URL('./append-until-killed.ts', import.meta.url));

const kinds = hasCeph() ? (['folder', 'bucket'] as const) : (['folder'] as const);
const deaths = ['before-move', 'during-move', 'after-move', 'before-commit', 'after-commit'] as const;
/** One death on each side of the commit in every run, and one in the middle of a multipart upload. */
const inEveryRun = { folder: ['after-move', 'after-commit'], bucket: ['during-move'] } as const;

// Each test starts a process that loads the server.
describe.each(kinds)('with documents in a %s', (kind) => {
  const folder = useFolder();
  let gateway: ObjectStore | undefined;
  let documents: string;
  let storage: Storage;
  let server: TestServer;
  let base: string;

  beforeAll(async () => {
    gateway = kind === 'bucket' ? await openTestObjectStore() : undefined;
    for (const [name, value] of Object.entries(gateway?.environment ?? {})) vi.stubEnv(name, value);
    documents = gateway ? `s3://${await gateway.bucket()}` : folder;
    const at = gateway ?? { endpoint: undefined, region: undefined };
    storage = await openStorage({ documents: parseDocuments(documents, '/', at) }, '/nowhere');
    server = await startTestServer({ storage });
    // Receives, and leaves finalizing to other processes.
    await server.uploads.stop();
    base = await server.listen();
  });
  afterAll(async () => {
    await server?.close();
    vi.unstubAllEnvs();
    await gateway?.remove();
  });

  /** A process finalizes uploads until it dies at a step. */
  async function finalizeUntilKilled(death: string): Promise<void> {
    const { connectionString, now } = server;
    const given = [connectionString, documents, now.toISOString(), death];
    const child = spawn(process.execPath, [finalizer, ...given], { stdio: 'inherit' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const signal = await new Promise((resolve) => child.once('exit', (_code, by) => resolve(by)));
    expect(signal).toBe('SIGKILL');
  }

  /** The next process takes over when the dead process's lease has ended. */
  async function finalizeAfterwards(uploader: Uploader, path: string) {
    server.now = new Date(server.now.getTime() + 21_000);
    const next = server.startResumableUploads({ pollMilliseconds: 50 });
    try {
      return await uploader.finalized(path);
    } finally {
      await next.stop();
    }
  }

  async function cleanUpAWeekLater(): Promise<void> {
    const later = new Date(server.now.getTime() + 8 * 24 * 60 * 60 * 1_000);
    await cleanUpOf(server, later, storage);
  }

  async function fileAndSend(bytes: Buffer) {
    const browser = await openForm(server.app);
    const { body } = await browser.post({ ...companyAnswers, formVersion: 2 }, randomUUID(), 'TppClaimants');
    const uploader = new Uploader(browser, base);
    const send = async () => {
      const path = await uploader.begin(body.claimNumber, 'a.csv', bytes.length);
      expect((await uploader.patch(path, 0, bytes)).status).toBe(204);
      return path;
    };
    return { claimNumber: body.claimNumber, uploader, send, path: await send() };
  }

  /** A claim's uploads in every table and folder. */
  async function everythingOf(claimNumber: string) {
    const query = (text: string) => server.query(text, [claimNumber]);
    const documents = await query(
      "select d.id, storage_key, encode(sha256, 'hex') as sha256 from claim_documents d join claims c on c.id = claim_id where number = $1",
    );
    const history = await query(
      "select details from claim_history h join claims c on c.id = claim_id where number = $1 and kind = 'document-stored'",
    );
    const checks = await query(
      'select document_id from data_checks d join claims c on c.id = claim_id where number = $1',
    );
    const hashes: string[] = [];
    for await (const key of storage.store.list())
      if (key.startsWith(claimNumber)) hashes.push(hashOf(await buffer(storage.store.read(key))));
    const unfinished = await server.uploadFolder.list();
    return { documents, history: history.length, checks: checks.length, hashes, unfinished: unfinished.length };
  }

  test.each(isLongRun ? deaths : inEveryRun[kind])(
    'an upload whose finalization is killed %s is finalized once and whole by the next process',
    async (death) => {
      const bytes = csv(6 * megabyte);
      const { claimNumber, uploader, path } = await fileAndSend(bytes);
      await finalizeUntilKilled(death);
      const before = await everythingOf(claimNumber);
      expect(before.documents).toHaveLength(death === 'after-commit' ? 1 : 0);
      expect((await uploader.result(path)).state).toBe(death === 'after-commit' ? 'done' : 'joining');

      const result = await finalizeAfterwards(uploader, path);
      expect(result).toMatchObject({ stored: true, duplicate: false, sha256: hashOf(bytes) });
      // A bucket moves nothing: the pieces stay until the row goes.
      if (death === 'after-commit') await cleanUpAWeekLater();
      expect(await everythingOf(claimNumber)).toMatchObject({
        documents: [{ id: path.slice(-36), storage_key: `${claimNumber}/${path.slice(-36)}`, sha256: hashOf(bytes) }],
        history: 1,
        checks: 1,
        hashes: [hashOf(bytes)],
        unfinished: 0,
      });
    },
  );

  test.skipIf(kind === 'bucket' && !isLongRun)(
    'duplicate bytes that a crash left in the store are removed with the row of their upload',
    async () => {
      const bytes = Buffer.from(`a,b,c\n${randomUUID()}`);
      const { claimNumber, uploader, path, send } = await fileAndSend(bytes);
      await finalizeAfterwards(uploader, path);
      const again = await send();
      await finalizeUntilKilled('after-commit');
      expect(await uploader.finalized(again)).toMatchObject({ stored: true, duplicate: true });
      expect((await everythingOf(claimNumber)).hashes).toHaveLength(2);

      await cleanUpAWeekLater();
      expect(await everythingOf(claimNumber)).toMatchObject({ documents: [{}], history: 1, hashes: [hashOf(bytes)] });
    },
  );

  test.skipIf(kind === 'bucket' && !isLongRun)(
    'an upload whose process is killed while it receives keeps every piece that was written',
    async () => {
      const id = randomUUID();
      const bytes = Buffer.alloc(16 * megabyte, id);
      const child = spawn(process.execPath, [appender, documents, id, String(bytes.length)], { stdio: 'inherit' });
      const exited = once(child, 'exit');
      onTestFinished(() => void child.kill('SIGKILL'));
      await expect.poll(async () => (await storage.uploadFolder.find(id))?.size ?? 0).toBeGreaterThan(4 * megabyte);
      child.kill('SIGKILL');
      await exited;
      const size = (await storage.uploadFolder.find(id))?.size ?? 0;
      expect(size).toBeLessThan(bytes.length);
      await storage.uploadFolder.append(id, size, Readable.from([bytes.subarray(size)]));
      expect((await buffer(storage.uploadFolder.read(id))).equals(bytes)).toBe(true);
      await storage.uploadFolder.remove(id);
    },
  );
});
