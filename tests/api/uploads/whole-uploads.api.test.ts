import { settlement } from '@redress/content/settlement';
import { cleanUp } from '@redress/server/cleanup';
import { openDatabase } from '@redress/server/database/pool';
import { createLog } from '@redress/server/logging/log';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, expectProblem, goodAnswers, logInBrowser } from '../../setup/browser.ts';
import { keys, memberOf, startTestServer, type TestServer } from '../../setup/test-server.ts';

let server: TestServer;
let browser: Browser;
let claimNumber: string;
const megabyte = 1024 * 1024;

/** The first bytes of a PDF, different for each name. */
const pdf = (name: string, size = 1_000) =>
  Buffer.concat([Buffer.from(`%PDF-1.7\n% ${name}\n`), Buffer.alloc(size, 'x')]);
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('0000000100000001080200000090', 'hex'),
  deflateSync(Buffer.alloc(4)),
]);

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await logInBrowser(server.app, memberOf(0));
  claimNumber = (await browser.fileClaim()).body.claimNumber;
});

const rowsOf = (number = claimNumber) =>
  server.query(
    'select claim_documents.name, claim_documents.status, type, size, sha256, storage_key from claim_documents join claims on claims.id = claim_id where number = $1 order by stored_at',
    [number],
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
    const history = await server.query(
      'select kind, details from claim_history join claims on claims.id = claim_id where number = $1 order by position',
      [claimNumber],
    );
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

  test('may have any type that the form accepts, and get a name with the right extension', async () => {
    const kinds: [string, Buffer, string][] = [
      ['photo.jpg', png, 'png'],
      ['table.csv', Buffer.from('date,paid\n2009-01-02,12.50\n'), 'csv'],
      ['notes.txt', Buffer.from('Größe: 12 €', 'latin1'), 'txt'],
      ['windows.txt', Buffer.from('\ufeffpaid twelve dollars', 'utf16le'), 'txt'],
    ];
    const { status } = await browser.upload(
      claimNumber,
      kinds.map(([name, bytes]) => ({ name, bytes })),
    );
    expect(status).toBe(200);
    expect((await rowsOf()).map(({ name, type }) => [name, type])).toEqual(
      kinds.map(([name, , type]) => [name.replace('photo.jpg', 'photo.png'), type]),
    );
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

  test('whose names are paths or far too long get a harmless name', async () => {
    const long = `${'a'.repeat(300)}.pdf`;
    const names = ['../../etc/passwd.pdf', '..\\..\\windows\\system.pdf', '..', '/', long, 'in\tvoice.pdf'];
    const { status, body } = await browser.upload(
      claimNumber,
      names.map((name) => ({ name, bytes: pdf(name) })),
    );
    expect(status).toBe(200);
    const kept: string[] = body.files.map((file) => file.name);
    expect(kept.slice(0, 4)).toEqual(['passwd.pdf', 'system.pdf', 'document.pdf', 'document.pdf']);
    expect(kept[4]).toMatch(/^a{100,}\.pdf$/);
    expect(kept[4]?.length).toBeLessThan(150);
    expect(kept[5]).toBe('invoice.pdf');
    for (const { storage_key: key } of await rowsOf()) expect(key).toMatch(/^\d{10}\/[0-9a-f-]{36}$/);
  });
});

describe('a request that is refused as a whole', () => {
  test.each<[string, { name: string; bytes: Buffer }[], number, 'too-large' | 'unsupported-type' | 'no-documents']>([
    ['all of an unaccepted type', [{ name: 'a.exe', bytes: Buffer.from('MZ\u0000\u0000') }], 415, 'unsupported-type'],
    ['all empty', [{ name: 'a.pdf', bytes: Buffer.alloc(0) }], 422, 'no-documents'],
    ['no file', [], 422, 'no-documents'],
  ])('%s', async (_name, files, status, code) => {
    expectProblem(await browser.upload(claimNumber, files), status, code);
    expect(await rowsOf()).toEqual([]);
  });

  test('comes from another browser, for an unknown claim or for no claim: 403', async () => {
    const files = [{ name: 'a.pdf', bytes: pdf('a') }];
    const stranger = await logInBrowser(server.app, memberOf(0));
    expectProblem(await stranger.upload(claimNumber, files), 403, 'not-your-claim');
    expectProblem(await browser.upload('0000000000', files), 403, 'not-your-claim');
    expectProblem(await browser.upload('', files), 403, 'not-your-claim');
    expect(await rowsOf()).toEqual([]);
  });

  test('is not multipart: 415', async () => {
    const answer = await browser.send('POST', `/api/ConsumerClaimants/SubmitDocuments?claimnumber=${claimNumber}`, {
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expectProblem(answer, 415, 'unsupported-type');
  });

  test('ends in the middle of its multipart: no row and no bytes', async () => {
    const stored = (await server.listStored()).length;
    const answer = await browser.send('POST', `/api/ConsumerClaimants/SubmitDocuments?claimnumber=${claimNumber}`, {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: Buffer.concat([
        Buffer.from('--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n'),
        pdf('cut', 200_000),
      ]),
    });
    expect([400, 422]).toContain(answer.status);
    expect(await rowsOf()).toEqual([]);
    expect(await server.listStored()).toHaveLength(stored);
  });
});

describe('a request that ends early, after some files were stored', () => {
  const partOf = (name: string, bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n`),
      bytes,
    ]);
  const send = (...chunks: Buffer[]) =>
    browser.send('POST', `/api/ConsumerClaimants/SubmitDocuments?claimnumber=${claimNumber}`, {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: Buffer.concat(chunks),
    });
  const lineEnd = Buffer.from('\r\n');

  test('a thousand files: lists each that was stored or refused, and says that the others were not read', async () => {
    const files = Array.from({ length: 1_000 }, (_, index) => ({ name: `${index}.pdf`, bytes: pdf(`${index}`, 10) }));
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
    const { status, body } = await send(partOf('one.pdf', pdf('one')), lineEnd, partOf('two.pdf', pdf('two', 200_000)));
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
    const { status, body } = await send(partOf('one.pdf', pdf('one')), lineEnd, odd);
    expect([status, body.files.length, body.incomplete?.code]).toEqual([200, 1, 'bad-request']);
  });

  test('storage that fails at the second file: the same, and the log has the reason', async () => {
    const store = await openUploadStore(server.documentFolder);
    let writes = 0;
    const lines: string[] = [];
    const app = await server.buildAnother({
      store: {
        ...store,
        write(key, bytes) {
          writes += 1;
          return writes === 1 ? store.write(key, bytes) : Promise.reject(new Error('Nothing can be written'));
        },
      },
      log: createLog('info', { write: (line) => lines.push(line) }),
    });
    browser = await logInBrowser(app, memberOf(0));
    claimNumber = (await browser.fileClaim()).body.claimNumber;
    const files = ['one.pdf', 'two.pdf', 'three.pdf'].map((name) => ({ name, bytes: pdf(name) }));
    const { status, body } = await browser.upload(claimNumber, files);
    expect(status).toBe(200);
    expect(body.files.map(({ name, stored }) => [name, stored])).toEqual([
      ['one.pdf', true],
      ['two.pdf', false],
    ]);
    expect(body.incomplete?.code).toBe('internal');
    expect(lines.join('')).toContain('Nothing can be written');
  });
});

test('a browser remembers its last twenty claims', async () => {
  const numbers = [claimNumber];
  for (let count = 0; count < 20; count += 1) numbers.push((await browser.fileClaim()).body.claimNumber);
  const upload = (number = '') => browser.upload(number, [{ name: 'a.txt', bytes: Buffer.from('a') }]);
  expectProblem(await upload(numbers[0]), 403, 'not-your-claim');
  expect((await upload(numbers[1])).status).toBe(200);
  expect((await upload(numbers[20])).status).toBe(200);
});

test('two claims that one browser files concurrently are both its own', async () => {
  const [one, other] = await Promise.all([browser.fileClaim(), browser.fileClaim()]);
  for (const { body } of [one, other]) {
    const answer = await browser.upload(body.claimNumber, [{ name: 'a.txt', bytes: Buffer.from(body.claimNumber) }]);
    expect([answer.status, answer.body.files.map(({ stored }) => stored)]).toEqual([200, [true]]);
  }
  expect((await browser.send('DELETE', '/api/session')).status).toBe(204);
  for (const { body } of [one, other]) expectProblem(await browser.upload(body.claimNumber, []), 403, 'not-your-claim');
});

test('claims that an earlier version listed in one cookie are still the browser’s own', async () => {
  const { body } = await browser.fileClaim();
  browser.cookies.delete(`redress-claim-${body.claimNumber}`);
  const upload = () => browser.upload(body.claimNumber, [{ name: 'a.txt', bytes: Buffer.from('a') }]);
  expectProblem(await upload(), 403, 'not-your-claim');
  const list = Buffer.from(JSON.stringify([body.claimNumber])).toString('base64url');
  const signature = createHmac('sha256', keys.cookies).update(`redress-claims=${list}`).digest('base64url');
  browser.cookies.set('redress-claims', `${list}.${signature}`);
  expect((await upload()).status).toBe(200);
});

describe('a connection that breaks', () => {
  test('in the middle of a file leaves no row and no bytes, and the next upload works', async () => {
    const { port } = new URL(await server.listen());
    const stored = (await server.listStored()).length;
    const broken = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/api/ConsumerClaimants/SubmitDocuments?claimnumber=${claimNumber}`,
      headers: {
        cookie: browser.cookieHeader(),
        'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '',
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 20 * megabyte,
      },
    });
    broken.on('error', () => {});
    broken.write('--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n');
    broken.write(pdf('broken', 5 * megabyte));
    const isArriving = async () => (await rowsOf()).some(({ status }) => status === 'arriving');
    await expect.poll(isArriving).toBe(true);
    broken.destroy();
    await expect.poll(isArriving).toBe(false);
    expect(await rowsOf()).toEqual([]);
    expect(await server.listStored()).toHaveLength(stored);
    expect((await browser.upload(claimNumber, [{ name: 'a.pdf', bytes: pdf('whole') }])).status).toBe(200);
  });

  test('in a crash leaves a row, by which cleanup removes its bytes after twice the longest request', async () => {
    const { database, close } = openDatabase(server.connectionString, () => {});
    const removed: string[] = [];
    const folder = await mkdtemp(join(tmpdir(), 'redress-abandoned-'));
    const store = {
      ...(await openUploadStore(folder)),
      remove: (key: string) => Promise.resolve(void removed.push(key)),
    };
    const at = (minutes: number) => new Date(server.now.getTime() - minutes * 60_000);
    await server.query(
      `insert into claim_documents (id, claim_id, name, storage_key, status, created_at)
       select gen_random_uuid(), id, 'x', key, 'arriving', at from claims, (values ('old', $2::timestamptz), ('young', $3::timestamptz)) as left_over (key, at) where number = $1`,
      [claimNumber, at(181), at(179)],
    );
    const context = { database, keys, store, uploadFolder: server.uploadFolder, settlement };
    await cleanUp({ ...context, now: () => server.now });
    await close();
    await rm(folder, { recursive: true });
    expect(removed).toEqual(['old']);
    expect((await rowsOf()).map(({ storage_key: key }) => key)).toEqual(['young']);
  });
});

/** Begins to send one file over a real connection. */
async function openUpload(app: TestServer['app'], number: string) {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const body = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/api/ConsumerClaimants/SubmitDocuments?claimnumber=${number}`,
    headers: {
      cookie: browser.cookieHeader(),
      'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '',
      'content-type': 'multipart/form-data; boundary=b',
    },
  });
  const answered = new Promise<number | undefined>((resolve) =>
    body.on('response', (response) => resolve(response.resume().statusCode)),
  );
  const sent = once(body, 'finish');
  body.write('--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n');
  return { body, answered, sent };
}

test('a disk that is nearly full is answered after all was sent, as browsers need it', async () => {
  const store = await openUploadStore(server.documentFolder);
  const space = () => Promise.resolve({ free: 0, total: 1 });
  const { body, answered, sent } = await openUpload(
    await server.buildAnother({ store: { ...store, space } }),
    claimNumber,
  );
  body.write(pdf('large', 20 * megabyte));
  body.end('\r\n--b--\r\n');
  await sent;
  expect(await answered).toBe(503);
  expect(await rowsOf()).toEqual([]);
});

test('a disk that fills up refuses only the files that do not fit, and the log says so', async () => {
  const store = await openUploadStore(server.documentFolder);
  let isFull = false;
  const lines: string[] = [];
  const app = await server.buildAnother({
    store: {
      ...store,
      space: () => Promise.resolve({ free: isFull ? 0 : 10 * 1024 ** 3, total: 1 }),
      async write(key, bytes) {
        await store.write(key, bytes);
        isFull = true;
      },
      // Somebody makes space when the second file has been refused.
      async remove(key) {
        await store.remove(key);
        isFull = false;
      },
    },
    log: createLog('info', { write: (line) => lines.push(line) }),
  });
  browser = await logInBrowser(app, memberOf(0));
  claimNumber = (await browser.fileClaim()).body.claimNumber;
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
  expect(lines.filter((line) => line.includes('ENOSPC'))).toHaveLength(1);

  const refused = await browser.upload(claimNumber, [{ name: 'four.pdf', bytes: pdf('four.pdf') }]);
  const problem = expectProblem(refused, 503, 'unavailable');
  expect(problem.detail).toContain('Your claim itself is safe');
  expect([refused.headers['retry-after'], problem.files]).toEqual([
    '300',
    [{ name: 'four.pdf', reason: 'no-room', message: expect.stringContaining('no space for this file') }],
  ]);
});

test('uploads are streamed: 20 MB are written while they still arrive', async () => {
  const filed = await browser.fileClaim(goodAnswers);
  const { body, answered } = await openUpload(await server.buildAnother(), filed.body.claimNumber);
  body.write(pdf('streamed', 10 * megabyte));
  await expect.poll(() => rowsOf(filed.body.claimNumber)).toMatchObject([{ status: 'arriving' }]);
  const partial = async () => (await server.listStored()).filter((path) => path.includes('.parts'));
  await expect.poll(async () => (await stat((await partial())[0] ?? '')).size).toBeGreaterThan(5 * megabyte);
  body.end('\r\n--b--\r\n');
  expect(await answered).toBe(200);
});
