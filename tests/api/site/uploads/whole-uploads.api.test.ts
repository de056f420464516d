import { createLog } from '@redress/server/platform/logging/log';
import type { UploadStore } from '@redress/server/platform/storage/upload-store';
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { deflateSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Browser, expectProblem, logInBrowser } from '../../../setup/browser.ts';
import { memberOf, type TestServer, useTestServer } from '../../../setup/test-server.ts';
import { cleanUpOf } from '../../../setup/clean-up.ts';
import { readHistory } from '../../../setup/read-history.ts';

let browser: Browser;
let claimNumber: string;
const megabyte = 1024 * 1024;

/** The first and last bytes of a PDF, different for each name. */
const pdf = (name: string, size = 1_000) =>
  Buffer.concat([Buffer.from(`%PDF-1.7\n% ${name}\n`), Buffer.alloc(size, 'x'), Buffer.from('endobj\n%%EOF')]);
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('0000000100000001080200000090', 'hex'),
  deflateSync(Buffer.alloc(4)),
]);

const server = useTestServer();
beforeEach(async () => {
  browser = await logInBrowser(server.app, memberOf(0));
  claimNumber = (await browser.fileClaim()).body.claimNumber;
});

/** In the order of the claim's history: the clock stands still. */
const rowsOf = () =>
  server.query(
    `select document.name, document.status, type, size, sha256, storage_key
     from claim_documents document join claims on claims.id = document.claim_id
     left join claim_history entry on entry.claim_id = claims.id and details->>'documentId' = document.id::text
       and kind = 'document-stored'
     where number = $1 order by position`,
    [claimNumber],
  );

describe('documents of a claim', () => {
  test('are stored with name, size, detected type and SHA-256, and recorded in its history', async () => {
    const bytes = pdf('one');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { status, body } = await browser.upload(claimNumber, [{ name: 'receipt from my pharmacy.pdf', bytes }]);
    expect(status).toBe(200);
    expect(body).toEqual({
      files: [{ name: 'receipt from my pharmacy.pdf', stored: true, size: bytes.length, sha256, duplicate: false }],
    });
    expect(await rowsOf()).toMatchObject([
      { status: 'stored', type: 'pdf', size: String(bytes.length), sha256: Buffer.from(sha256, 'hex') },
    ]);
    const history = await readHistory(server, claimNumber);
    expect(history.map(({ kind }) => kind)).toEqual(['claim-filed', 'document-stored']);
    expect(JSON.stringify(history)).not.toContain('pharmacy');
  });

  test('are never stored twice: the same bytes under another name are reported as duplicates', async () => {
    const files = [{ name: 'a.pdf', bytes: pdf('same') }];
    await browser.upload(claimNumber, files);
    const { status, body } = await browser.upload(claimNumber, [{ name: 'b.pdf', bytes: pdf('same') }]);
    expect([status, body.files[0]?.stored, body.files[0]?.duplicate]).toEqual([200, true, true]);
    const both = await Promise.all(
      [1, 2, 3].map(() => browser.upload(claimNumber, [{ name: 'c.pdf', bytes: pdf('at once') }])),
    );
    expect(
      both.map(({ body: answer }) => answer.files[0]?.duplicate === true).toSorted((a, b) => Number(a) - Number(b)),
    ).toEqual([false, true, true]);
    expect(await rowsOf()).toHaveLength(2);
  });

  test('may have any type that the form accepts, and get a harmless name with the right extension', async () => {
    const kinds: [string, Buffer, string, string][] = [
      ['../../../photo.jpg', png, 'png', 'photo.png'],
      ['table.csv', Buffer.from('date,paid\n2009-01-02,12.50\n'), 'csv', 'table.csv'],
      ['..', pdf('two dots'), 'pdf', 'document.pdf'],
      ['in\tvoice.txt', Buffer.from('Größe: 12 €', 'latin1'), 'txt', 'invoice.txt'],
    ];
    const files = kinds.map(([name, bytes]) => ({ name, bytes }));
    expect((await browser.upload(claimNumber, files)).status).toBe(200);
    const rows = await rowsOf();
    expect(rows.map(({ name, type }) => [name, type])).toEqual(kinds.map(([, , type, name]) => [name, type]));
    for (const { storage_key: key } of rows) expect(key).toMatch(/^\d{10}\/[0-9a-f-]{36}$/);
  });

  test('of another type are refused with the reason, and the others are stored', async () => {
    const { status, body } = await browser.upload(claimNumber, [
      { name: 'first.pdf', bytes: pdf('first') },
      { name: 'invoice.pdf', bytes: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(3 * megabyte)]) },
      { name: 'page.html', bytes: Buffer.from('<script>alert(1)</script>') },
      { name: 'empty.pdf', bytes: Buffer.alloc(0) },
      { name: 'archive.zip', bytes: Buffer.from('504b0506000000000000000000000000000000000000', 'hex') },
      { name: 'last.pdf', bytes: pdf('last') },
    ]);
    expect(status).toBe(200);
    expect(body.files.map((file) => [file.name, file.stored, file.reason])).toEqual([
      ['first.pdf', true, undefined],
      ['invoice.pdf', false, 'type'],
      ['page.html', false, 'type'],
      ['empty.pdf', false, 'empty'],
      ['archive.zip', false, 'type'],
      ['last.pdf', true, undefined],
    ]);
    expect(body.files[1]?.message).toContain('PDF, JPG, PNG');
    expect((await rowsOf()).map(({ name }) => name)).toEqual(['first.pdf', 'last.pdf']);
  });

  test('over 25 MB are refused, and one of exactly 25 MB is stored', async () => {
    const exact = pdf('exact', 25 * megabyte - pdf('exact', 0).length);
    expect(exact).toHaveLength(25 * megabyte);
    const stored = (await server.listStored()).length;
    const { status, body } = await browser.upload(claimNumber, [
      { name: 'huge.pdf', bytes: Buffer.concat([exact, Buffer.from('x')]) },
      { name: 'exact.pdf', bytes: exact },
    ]);
    expect([status, body.files[0]?.reason, body.files[1]?.stored]).toEqual([200, 'too-large', true]);
    expect(body.files[0]?.message).toContain('25 MB');
    expect(await server.listStored()).toHaveLength(stored + 1);
  });

  test('number at most twenty, over all requests', async () => {
    const files = Array.from({ length: 22 }, (_, index) => ({ name: `${index}.pdf`, bytes: pdf(`many ${index}`) }));
    const first = await browser.upload(claimNumber, files.slice(0, 12));
    const second = await browser.upload(claimNumber, files.slice(12));
    expect(first.body.files.every((file) => file.stored)).toBe(true);
    expect(second.body.files.map((file) => file.reason).filter(Boolean)).toEqual(['too-many', 'too-many']);
    const third = expectProblem(await browser.upload(claimNumber, files.slice(21)), 413, 'too-large');
    expect(third.files).toEqual([
      { name: '21.pdf', reason: 'too-many', message: expect.stringContaining('20 documents') },
    ]);
    expect(await rowsOf()).toHaveLength(20);
  });
});

/** Sends a body of parts whose boundary is `b`. */
const sendParts = (...chunks: Buffer[]) =>
  browser.send('POST', `/api/ConsumerClaimants/SubmitDocuments?claimnumber=${claimNumber}`, {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat(chunks),
  });
const partOf = (name: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n`),
    bytes,
  ]);

describe('a request that is refused as a whole', () => {
  test('has no file, only empty ones, only unaccepted types, or is not multipart', async () => {
    const program = [{ name: 'a.exe', bytes: Buffer.from('MZ\u0000\u0000') }];
    expectProblem(await browser.upload(claimNumber, program), 415, 'unsupported-type');
    const empty = [{ name: 'a.pdf', bytes: Buffer.alloc(0) }];
    for (const files of [empty, []]) expectProblem(await browser.upload(claimNumber, files), 422, 'no-documents');
    const answer = await browser.send('POST', `/api/ConsumerClaimants/SubmitDocuments?claimnumber=${claimNumber}`, {
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expectProblem(answer, 415, 'unsupported-type');
    expect(await rowsOf()).toEqual([]);
  });

  test('comes from another browser, for an unknown claim, for none, or at another form’s path: 403', async () => {
    const files = [{ name: 'a.pdf', bytes: pdf('a') }];
    const stranger = await logInBrowser(server.app, memberOf(0));
    for (const answer of [
      await stranger.upload(claimNumber, files),
      await browser.upload('0000000000', files),
      await browser.upload('', files),
      await browser.upload(claimNumber, files, 'TppClaimants'),
    ])
      expectProblem(answer, 403, 'not-your-claim');
    expect(await rowsOf()).toEqual([]);
  });

  test('ends in the middle of its multipart: no row and no bytes', async () => {
    const stored = (await server.listStored()).length;
    const answer = await sendParts(partOf('a.pdf', pdf('cut', 200_000)));
    expect([400, 422]).toContain(answer.status);
    expect(await rowsOf()).toEqual([]);
    expect(await server.listStored()).toHaveLength(stored);
  });
});

describe('a request that ends early, after some files were stored', () => {
  const lineEnd = Buffer.from('\r\n');

  test('a hundred files: lists each that was stored or refused, and says that the others were not read', async () => {
    const files = Array.from({ length: 100 }, (_, index) => ({ name: `${index}.pdf`, bytes: pdf(`${index}`, 10) }));
    const { status, body } = await browser.upload(claimNumber, files);
    expect(status).toBe(200);
    const stored = body.files.filter((file) => file.stored).map(({ name }) => name);
    expect(stored).toEqual(files.slice(0, 20).map(({ name }) => name));
    expect(new Set((await rowsOf()).map(({ name }) => name))).toEqual(new Set(stored));
    expect(body.files.slice(20).map(({ name, reason }) => [name, reason])).toEqual(
      files.slice(20, 60).map(({ name }) => [name, 'too-many']),
    );
    expect(body.incomplete?.code).toBe('too-large');
    expect(body.incomplete?.detail).toContain('not listed here');
  });

  test('a body that ends in the middle of the second file: the first is stored, the second incomplete', async () => {
    const { status, body } = await sendParts(
      partOf('one.pdf', pdf('one')),
      lineEnd,
      partOf('two.pdf', pdf('two', 200_000)),
    );
    expect(status).toBe(200);
    expect(body.files).toMatchObject([
      { name: 'one.pdf', stored: true },
      { name: 'two.pdf', stored: false, reason: 'incomplete' },
    ]);
    expect(body.incomplete?.code).toBe('bad-request');
    expect(await rowsOf()).toMatchObject([{ name: 'one.pdf', status: 'stored' }]);
  });

  test('a malformed part: earlier files are reported as stored', async () => {
    const odd = Buffer.from('--b\r\nContent-Disposition: form-data; name="constructor"\r\n\r\nx\r\n--b--\r\n');
    const { status, body } = await sendParts(partOf('one.pdf', pdf('one')), lineEnd, odd);
    expect([status, body.files.length, body.incomplete?.code]).toEqual([200, 1, 'bad-request']);
  });

  test('storage that fails at the second file: the same, and the log has the reason', async () => {
    let writes = 0;
    const log = await openAtAnother({
      write(key, bytes) {
        writes += 1;
        return writes === 1 ? server.store.write(key, bytes) : Promise.reject(new Error('Nothing can be written'));
      },
    });
    const files = ['one.pdf', 'two.pdf', 'three.pdf'].map((name) => ({ name, bytes: pdf(name) }));
    const { status, body } = await browser.upload(claimNumber, files);
    expect(status).toBe(200);
    expect(body.files.map(({ name, stored }) => [name, stored])).toEqual([
      ['one.pdf', true],
      ['two.pdf', false],
    ]);
    expect(body.incomplete?.code).toBe('internal');
    expect(log.text).toContain('Nothing can be written');
  });
});

/** Files a claim at a process with another store. Returns what that process logs. */
async function openAtAnother(change: Partial<UploadStore>): Promise<{ readonly text: string }> {
  const logged = { text: '' };
  const log = createLog('info', { write: (line) => (logged.text += line) });
  browser = await logInBrowser(await server.buildAnother({ store: { ...server.store, ...change }, log }), memberOf(0));
  claimNumber = (await browser.fileClaim()).body.claimNumber;
  return logged;
}

test('a browser remembers its last twenty claims, also concurrent ones', async () => {
  const upload = (number = '') => browser.upload(number, [{ name: 'a.txt', bytes: Buffer.from(number) }]);
  const filed = await Promise.all(Array.from({ length: 2 }, () => browser.fileClaim()));
  const numbers = [claimNumber, ...filed.map(({ body }) => body.claimNumber)];
  for (const number of numbers) expect((await upload(number)).body.files).toMatchObject([{ stored: true }]);
  while (numbers.length < 21) numbers.push((await browser.fileClaim()).body.claimNumber);
  const [forgotten, oldest, newest] = [numbers[0], numbers[1], numbers[20]];
  expectProblem(await upload(forgotten), 403, 'not-your-claim');
  for (const number of [oldest, newest]) expect((await upload(number)).status).toBe(200);
});

describe('a connection that breaks', () => {
  test('in the middle of a file leaves no row and no bytes, and the next upload works', async () => {
    const stored = (await server.listStored()).length;
    const { body } = await openUpload(server.app, { 'content-length': 20 * megabyte });
    body.on('error', () => {});
    body.write(pdf('broken', 5 * megabyte));
    const isArriving = async () => (await rowsOf()).some(({ status }) => status === 'arriving');
    await expect.poll(isArriving).toBe(true);
    body.destroy();
    await expect.poll(isArriving).toBe(false);
    expect(await rowsOf()).toEqual([]);
    expect(await server.listStored()).toHaveLength(stored);
    expect((await browser.upload(claimNumber, [{ name: 'a.pdf', bytes: pdf('whole') }])).status).toBe(200);
  });

  test('in a crash leaves a row, by which cleanup removes its bytes after twice the longest request', async () => {
    const at = (minutes: number) => new Date(server.now.getTime() - minutes * 60_000);
    await server.query(
      `insert into claim_documents (id, claim_id, name, storage_key, status, created_at)
       select gen_random_uuid(), id, 'x', key, 'arriving', at from claims, (values ('old', $2::timestamptz), ('young', $3::timestamptz)) as left_over (key, at) where number = $1`,
      [claimNumber, at(181), at(179)],
    );
    const removed: string[] = [];
    const store = { ...server.store, remove: (key: string) => Promise.resolve(void removed.push(key)) };
    await cleanUpOf(server, server.now, { store });
    expect(removed).toEqual(['old']);
    expect((await rowsOf()).map(({ storage_key: key }) => key)).toEqual(['young']);
  });
});

/** Begins to send one file over a real connection. */
async function openUpload(app: TestServer['app'], headers: Readonly<Record<string, number>> = {}) {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const body = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/api/ConsumerClaimants/SubmitDocuments?claimnumber=${claimNumber}`,
    headers: {
      cookie: browser.cookieHeader(),
      'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '',
      'content-type': 'multipart/form-data; boundary=b',
      ...headers,
    },
  });
  const answered = new Promise<number | undefined>((resolve) =>
    body.on('response', (response) => resolve(response.resume().statusCode)),
  );
  const sent = new Promise<void>((resolve) => body.on('finish', () => resolve()));
  body.write('--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n');
  return { body, answered, sent };
}

test('a disk that is nearly full is answered after all was sent, as browsers need it', async () => {
  const space = () => Promise.resolve({ free: 0, total: 1 });
  const full = await server.buildAnother({ store: { ...server.store, space } });
  const { body, answered, sent } = await openUpload(full);
  body.write(pdf('large', 20 * megabyte));
  body.end('\r\n--b--\r\n');
  await sent;
  expect(await answered).toBe(503);
  expect(await rowsOf()).toEqual([]);
});

test('a disk that fills up refuses only the files that do not fit, and the log says so', async () => {
  let isFull = false;
  const log = await openAtAnother({
    space: () => Promise.resolve({ free: isFull ? 0 : 10 * 1024 ** 3, total: 1 }),
    async write(key, bytes) {
      await server.store.write(key, bytes);
      isFull = true;
    },
    // The operator frees space when the second file has been refused.
    async remove(key) {
      await server.store.remove(key);
      isFull = false;
    },
  });
  const files = ['one.pdf', 'two.pdf', 'three.pdf'].map((name) => ({ name, bytes: pdf(name, megabyte) }));
  const { status, body } = await browser.upload(claimNumber, files);
  expect([status, body.incomplete]).toEqual([200, undefined]);
  expect(body.files.map(({ name, stored, reason }) => [name, stored, reason])).toEqual([
    ['one.pdf', true, undefined],
    ['two.pdf', false, 'no-room'],
    ['three.pdf', true, undefined],
  ]);
  expect((await rowsOf()).map(({ name, status: state }) => [name, state])).toEqual([
    ['one.pdf', 'stored'],
    ['three.pdf', 'stored'],
  ]);
  expect(log.text.split('\n').filter((line) => line.includes('ENOSPC'))).toHaveLength(1);

  const refused = await browser.upload(claimNumber, [{ name: 'four.pdf', bytes: pdf('four.pdf') }]);
  const problem = expectProblem(refused, 503, 'unavailable');
  expect(problem.detail).toContain('Your claim itself is safe');
  expect(refused.headers['retry-after']).toBe('300');
  const message: unknown = expect.stringContaining('no space for this file');
  expect(problem.files).toEqual([{ name: 'four.pdf', reason: 'no-room', message }]);
});

test('uploads are streamed: 10 MB are written while they still arrive', async () => {
  const { body, answered } = await openUpload(await server.buildAnother());
  body.write(pdf('streamed', 10 * megabyte));
  await expect.poll(() => rowsOf()).toMatchObject([{ status: 'arriving' }]);
  const partial = async () => (await server.listStored()).filter((path) => path.includes('.parts'));
  await expect.poll(async () => (await stat((await partial())[0] ?? '')).size).toBeGreaterThan(5 * megabyte);
  body.end('\r\n--b--\r\n');
  expect(await answered).toBe(200);
});
