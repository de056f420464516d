import { settlement } from '@redress/content/settlement';
import { dataCheckJobs } from '@redress/server/claims/documents/data-check-jobs';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Browser, expectProblem, logInBrowser } from '../../../setup/browser.ts';
import { hasClamd, type RunningClamd, startClamd, virus, virusName } from '../../../setup/clamd.ts';
import { freePort } from '../../../setup/free-port.ts';
import { keys, memberOf, startTestServer, useTestServer } from '../../../setup/test-server.ts';
import { csv, fileForUploads, pdf } from '../../../setup/uploads.ts';
import { readHistory } from '../../../setup/read-history.ts';

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly scan: string;
}
const infected = () => Buffer.concat([pdf(2_000), Buffer.from(virus)]);

/** The uploads of a claim as its browser sees them. */
async function listOf(browser: Browser, claimNumber: string): Promise<readonly Listed[]> {
  const { status, text } = await browser.send('GET', `/api/claims/${claimNumber}/documents`);
  expect(status).toBe(200);
  return (JSON.parse(text) as { documents: Listed[] }).documents;
}
async function scanned(browser: Browser, claimNumber: string, states: readonly string[]): Promise<void> {
  await expect.poll(async () => (await listOf(browser, claimNumber)).map(({ scan }) => scan)).toEqual(states);
}
const fetchDocument = (browser: Browser, claimNumber: string, { id }: Pick<Listed, 'id'>) =>
  browser.send('GET', `/api/claims/${claimNumber}/documents/${id}`);

test('while the virus scanner closes every connection, uploads are stored and answered as usual, and wait in quarantine', async () => {
  let attempts = 0;
  const scanner = createServer((socket) => {
    attempts += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void scanner.close());
  await once(scanner, 'listening');
  const listening = scanner.address();
  const port = typeof listening === 'object' ? (listening?.port ?? 0) : 0;
  const server = await startTestServer({ scans: { clamd: { host: '127.0.0.1', port, maxBytes: 1e6 } } });
  onTestFinished(() => server.close());
  const browser = await logInBrowser(server.app, memberOf(0));
  const { claimNumber } = (await browser.fileClaim()).body;
  const { status, body } = await browser.upload(claimNumber, [{ name: 'a.pdf', bytes: pdf(100) }]);
  expect([status, body.files[0]?.stored]).toEqual([200, true]);
  const [document] = await listOf(browser, claimNumber);
  expect(document).toMatchObject({ name: 'a.pdf', scan: 'waiting' });
  const problem = await fetchDocument(browser, claimNumber, document ?? { id: '' });
  expectProblem(problem, 409, 'document-withheld');
  expect(problem.headers['retry-after']).toBe('5');
  // The completion page says that it is being checked.
  const { text } = await browser.send('GET', `/api/claims/${claimNumber}/data-checks`);
  expect(JSON.parse(text)).toMatchObject({ documents: 1, files: [{ name: 'a.pdf', state: 'waiting' }] });
  const ready = await browser.send('GET', '/api/health/ready');
  expect([ready.status, ready.body]).toMatchObject([200, { status: 'ok', scanner: 'unavailable' }]);
  // No attempt counts for the upload.
  await expect.poll(() => attempts).toBeGreaterThan(4);
  const rows = await server.query<{ scan_attempts: number }>('select scan_attempts from claim_documents');
  expect(rows[0]?.scan_attempts).toBeLessThanOrEqual(1);
});

describe.skipIf(!hasClamd())('with a real ClamAV daemon', () => {
  let clamd: RunningClamd;
  let browser: Browser;
  let claimNumber: string;
  const port = freePort();
  beforeAll(async () => {
    clamd = await startClamd(await port);
    return () => clamd.stop();
  });
  const server = useTestServer(() => ({ scans: { clamd: clamd.address } }));
  beforeEach(async () => {
    browser = await logInBrowser(server.app, memberOf(0));
    claimNumber = (await browser.fileClaim()).body.claimNumber;
  });
  const historyOf = (number: string) => readHistory(server, number);

  test('a clean upload is delivered as sent, to be saved and never displayed', async () => {
    expect((await browser.send('GET', '/api/health/ready')).body).toMatchObject({ status: 'ok', scanner: 'ok' });
    const bytes = pdf(5_000);
    await browser.upload(claimNumber, [{ name: "Größe; x=y's.pdf", bytes }]);
    await scanned(browser, claimNumber, ['clean']);
    const [document] = await listOf(browser, claimNumber);
    const { status, headers, text } = await fetchDocument(browser, claimNumber, document ?? { id: '' });
    expect([status, text]).toEqual([200, bytes.toString()]);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="Gr??e; x=y's.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%3B%20x%3Dy%27s.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.* sandbox$/),
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect((await historyOf(claimNumber)).at(-1)).toMatchObject({
      kind: 'document-scanned',
      details: { documentId: document?.id, outcome: 'clean' },
    });
  });

  test('an upload with a virus is kept, never delivered, and its claimant is informed', async () => {
    await browser.upload(claimNumber, [{ name: 'bill.pdf', bytes: infected() }]);
    await scanned(browser, claimNumber, ['infected']);
    const [document] = await listOf(browser, claimNumber);
    const problem = expectProblem(
      await fetchDocument(browser, claimNumber, document ?? { id: '' }),
      409,
      'document-withheld',
    );
    expect(problem.detail).toContain('clean copy');
    expect((await historyOf(claimNumber)).at(-1)).toMatchObject({
      kind: 'document-scanned',
      details: { outcome: 'infected', finding: virusName },
    });
    expect((await server.listStored()).filter((path) => path.includes(claimNumber))).toHaveLength(1);
    const { text } = await browser.send('GET', `/api/claims/${claimNumber}/data-checks`);
    expect(JSON.parse(text)).toMatchObject({ files: [{ name: 'bill.pdf', state: 'unreadable' }] });
    const reviewed = await server.query('select scan from documents_to_review where number = $1', [claimNumber]);
    expect(reviewed).toEqual([{ scan: 'infected' }]);
  });

  test.each([
    ['than it accepts, by our own limit', 2.5],
    ['than it scans, by its own answer', 1.5],
  ])('one that is larger %s is never called clean and never delivered', async (_why, megabytes) => {
    await browser.upload(claimNumber, [{ name: 'long.pdf', bytes: pdf(megabytes * 1024 ** 2) }]);
    await scanned(browser, claimNumber, ['unscanned-too-large']);
    const [document] = await listOf(browser, claimNumber);
    expectProblem(await fetchDocument(browser, claimNumber, document ?? { id: '' }), 409, 'document-withheld');
  });

  test('uploads of another browser and unknown IDs are not found', async () => {
    await browser.upload(claimNumber, [{ name: 'a.pdf', bytes: pdf(10) }]);
    await scanned(browser, claimNumber, ['clean']);
    const [document] = await listOf(browser, claimNumber);
    const stranger = await logInBrowser(server.app, memberOf(1));
    const own = (await stranger.fileClaim()).body.claimNumber;
    expectProblem(await stranger.send('GET', `/api/claims/${claimNumber}/documents`), 403, 'not-your-claim');
    expectProblem(await fetchDocument(stranger, claimNumber, document ?? { id: '' }), 403, 'not-your-claim');
    expectProblem(await fetchDocument(stranger, own, document ?? { id: '' }), 404, 'not-found');
    for (const id of ['1', randomUUID(), '..%2f..%2fetc%2fpasswd', "'"])
      expectProblem(await fetchDocument(browser, claimNumber, { id }), 404, 'not-found');
  });

  test('data files are read once they are clean, and never with a virus', async () => {
    const base = await server.listen();
    const { browser: payor, claimNumber: number } = await fileForUploads(Object.assign(server, { base }));
    const { database, store } = server;
    const work = dataCheckJobs({ database, keys, store, settlement, now: () => server.now, isScanned: true });
    const take = () =>
      work.leases.leaseNext({ holder: randomUUID(), until: new Date(server.now.getTime() + 60_000) }, server.now);
    await clamd.stop();
    await payor.upload(number, [{ name: 'a.csv', bytes: csv(500) }], 'TppClaimants');
    server.now = new Date(server.now.getTime() + 1_000);
    const sick = Buffer.concat([csv(500), Buffer.from(virus)]);
    await payor.upload(number, [{ name: 'b.csv', bytes: sick }], 'TppClaimants');
    expect(await take()).toBeUndefined();
    clamd = await startClamd(await port);
    await scanned(payor, number, ['clean', 'infected']);
    const [clean] = await listOf(payor, number);
    expect((await take())?.id).toBe(clean?.id);
    expect(await take()).toBeUndefined();
    const { text } = await payor.send('GET', `/api/claims/${number}/data-checks`);
    expect(JSON.parse(text)).toMatchObject({ files: [{ state: 'waiting' }, { name: 'b.csv', state: 'unreadable' }] });
  });
});
