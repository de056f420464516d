import { settlement } from '@redress/content/settlement';
import { openDatabase } from '@redress/server/database/pool';
import { cleanUp } from '@redress/server/cleanup';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyAnswers, openForm } from '../setup/sample-claims.ts';
import { keys, startTestServer, type TestServer } from '../setup/test-server.ts';
import { Uploader } from '../setup/uploads.ts';

const finalizer = fileURLToPath(new URL('./finalize-until-killed.ts', import.meta.url));
let server: TestServer;
let base: string;

beforeAll(async () => {
  server = await startTestServer();
  // Receives, and leaves finalizing to other processes.
  await server.uploads.stop();
  base = await server.listen();
});
afterAll(() => server.close());

/** A process finalizes uploads until it dies at a step. */
async function finalizeUntilKilled(death: string): Promise<void> {
  const { connectionString, documentFolder, uploadPath, now } = server;
  const given = [connectionString, documentFolder, uploadPath, now.toISOString(), death];
  const child = spawn(process.execPath, [finalizer, ...given], { stdio: 'inherit' });
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
  const kept = (await server.listStored()).filter((path) => path.includes(claimNumber));
  const hashes = await Promise.all(kept.map(async (path) => hashOf(await readFile(path))));
  const unfinished = await server.uploadFolder.list();
  return { documents, history: history.length, checks: checks.length, hashes, unfinished: unfinished.length };
}
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test.each(['before-move', 'after-move', 'before-commit', 'after-commit'])(
  'an upload whose finalization is killed %s is finalized once and whole by the next process',
  async (death) => {
    const bytes = Buffer.from(`a,b,c\n${randomUUID()}`);
    const { claimNumber, uploader, path } = await fileAndSend(bytes);
    await finalizeUntilKilled(death);
    const before = await everythingOf(claimNumber);
    expect(before.documents).toHaveLength(death === 'after-commit' ? 1 : 0);
    expect((await uploader.result(path)).state).toBe(death === 'after-commit' ? 'done' : 'joining');

    const result = await finalizeAfterwards(uploader, path);
    expect(result).toMatchObject({ stored: true, duplicate: false, sha256: hashOf(bytes) });
    expect(await everythingOf(claimNumber)).toMatchObject({
      documents: [{ id: path.slice(-36), storage_key: `${claimNumber}/${path.slice(-36)}`, sha256: hashOf(bytes) }],
      history: 1,
      checks: 1,
      hashes: [hashOf(bytes)],
      unfinished: 0,
    });
  },
);

test('duplicate bytes that a crash left in the store are removed with the row of their upload', async () => {
  const bytes = Buffer.from(`a,b,c\n${randomUUID()}`);
  const { claimNumber, uploader, path, send } = await fileAndSend(bytes);
  await finalizeAfterwards(uploader, path);
  const again = await send();
  await finalizeUntilKilled('after-commit');
  expect(await uploader.finalized(again)).toMatchObject({ stored: true, duplicate: true });
  expect((await everythingOf(claimNumber)).hashes).toHaveLength(2);

  const { database, close } = openDatabase(server.connectionString, () => {});
  const context = {
    database,
    keys,
    store: await openUploadStore(server.documentFolder),
    uploadFolder: server.uploadFolder,
  };
  const later = new Date(server.now.getTime() + 8 * 24 * 60 * 60 * 1_000);
  await cleanUp({ ...context, settlement, now: () => later });
  await close();
  expect(await everythingOf(claimNumber)).toMatchObject({ documents: [{}], history: 1, hashes: [hashOf(bytes)] });
});
