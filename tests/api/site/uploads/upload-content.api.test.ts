import { settlement } from '@redress/content/settlement';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { receiveUpload } from '@redress/server/site/uploads/receive-upload';
import { attachStagedUploads, assignStagedUploads } from '@redress/server/site/uploads/staged-uploads';
import { findDocumentsItem } from '@redress/server/site/uploads/authorize-upload';
import { finalizeJobs } from '@redress/server/site/uploads/finalize-upload';
import * as sample from '@redress/image-metadata/fixtures/sample-images';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hugePart, buildZip, textPart } from '@redress/datafiles/fixtures/build-zip';
import { expectProblem, logInBrowser } from '../../../setup/browser.ts';
import { keys, memberOf, startTestServer } from '../../../setup/test-server.ts';
import {
  csv,
  expectUploadProblem,
  fileForUploads,
  fileTpp,
  hashOf,
  pdf,
  useUploadServer,
} from '../../../setup/uploads.ts';

const server = useUploadServer();

/** The rows of a claim's uploads with the hashes of their stored bytes. */
async function storedOf(claimNumber: string) {
  const rows = await server.query<{
    name: string;
    sent: string;
    stored: string | null;
    metadata: string | null;
    key: string;
  }>(
    `select d.name, encode(sha256, 'hex') as sent, encode(stored_sha256, 'hex') as stored, picture_metadata as metadata, storage_key as key
     from claim_documents d join claims on claims.id = claim_id where number = $1 and d.status = 'stored' order by stored_at, d.name`,
    [claimNumber],
  );
  return Promise.all(
    rows.map(async ({ key, ...row }) => ({ ...row, bytes: await readFile(join(server.documentFolder, key)) })),
  );
}

describe('a photo', () => {
  const photo = () => sample.jpegWithMetadata(6, Buffer.from(`trailer ${randomUUID()}`));
  const expectPrivate = async (claimNumber: string, sent: Buffer) => {
    const [stored] = await storedOf(claimNumber);
    expect(stored?.bytes.includes('JANE')).toBe(false);
    expect(stored).toMatchObject({ metadata: 'removed', sent: hashOf(sent), stored: hashOf(stored?.bytes ?? sent) });
    expect(stored?.bytes).toHaveLength(sent.length);
  };

  test('sent whole is stored without its location, answered with the hash of the sent bytes, and recognized again', async () => {
    const { browser, claimNumber } = await fileForUploads(server);
    const bytes = photo();
    const { body } = await browser.upload(claimNumber, [{ name: 'a.jpg', bytes }], 'TppClaimants');
    expect(body.files[0]).toMatchObject({ stored: true, sha256: hashOf(bytes), size: bytes.length });
    await expectPrivate(claimNumber, bytes);
    const again = await browser.upload(claimNumber, [{ name: 'a.jpg', bytes }], 'TppClaimants');
    expect(again.body.files[0]).toMatchObject({ stored: true, duplicate: true });
    const history = await server.query<{ details: Record<string, unknown> }>(
      `select details from claim_history join claims on claims.id = claim_id where number = $1 and kind = 'document-stored'`,
      [claimNumber],
    );
    const [stored] = await storedOf(claimNumber);
    expect(history).toMatchObject([{ details: { sha256: hashOf(bytes), storedSha256: stored?.stored } }]);
  });

  test('sent in chunks is stored without its location, and the upload folder is empty afterward', async () => {
    const { uploader, claimNumber } = await fileForUploads(server);
    const bytes = photo();
    expect(await uploader.upload(claimNumber, 'a.jpg', bytes)).toMatchObject({ stored: true, sha256: hashOf(bytes) });
    await expectPrivate(claimNumber, bytes);
    expect((await server.uploadFolder.list()).filter((name) => name.includes('.'))).toEqual([]);
  });

  test('that is staged is stored without its location, also after it is attached to the claim', async () => {
    const { browser } = await fileForUploads(server);
    const formKey = randomUUID();
    const claimNumber = await fileTpp(browser, formKey);
    const { database, store, log } = server;
    const context = { database, keys, store, log, now: () => server.now };
    const item = findDocumentsItem(settlement.claimForms.find(({ id, version }) => id === 'tpp' && version === 2));
    if (!item) throw new Error('the form takes no documents');
    const bytes = photo();
    const received = await receiveUpload(context, undefined, item, Readable.from([bytes]), 'a.pdf');
    if ('reason' in received) throw new Error(received.reason);
    await assignStagedUploads(context, formKey, item, [received]);
    await attachStagedUploads({ ...context, settlement }, formKey);
    await expectPrivate(claimNumber, bytes);
    const names = await server.query('select name, given_name from claim_documents where id = $1', [received.id]);
    expect(names).toEqual([{ name: 'a.jpg', given_name: 'a.pdf' }]);
  });

  test('with unreadable metadata is stored as sent, and marked for staff', async () => {
    const { browser, claimNumber } = await fileForUploads(server);
    const bytes = Buffer.concat([Buffer.from('ffd8ffe10001', 'hex'), Buffer.from(`no picture ${randomUUID()}`)]);
    const { body } = await browser.upload(claimNumber, [{ name: 'a.jpg', bytes }], 'TppClaimants');
    expect(body.files[0]?.stored).toBe(true);
    expect(await storedOf(claimNumber)).toMatchObject([{ metadata: 'not-understood', stored: null, bytes }]);
    expect(await server.query('select scan from documents_to_review where number = $1', [claimNumber])).toHaveLength(1);
  });
});

describe('types and names of files', () => {
  test('a photo named .pdf is stored under the right extension, which the answer and the receipt mention', async () => {
    const { browser, claimNumber } = await fileForUploads(server);
    const files = [{ name: 'bill.pdf', bytes: sample.jpegWithMetadata() }];
    const { text } = await browser.upload(claimNumber, files, 'TppClaimants');
    expect(JSON.parse(text)).toMatchObject({
      files: [{ name: 'bill.jpg', stored: true, note: 'bill.pdf is a JPG file. We keep it as bill.jpg.' }],
    });
    const { headers, text: listed } = await browser.send('GET', `/api/claims/${claimNumber}/documents`);
    expect(headers['content-type']).toContain('application/json');
    expect(JSON.parse(listed)).toMatchObject({
      documents: [{ name: 'bill.jpg', type: 'jpg', scan: 'not-configured' }],
    });
  });

  const types = textPart(
    '[Content_Types].xml',
    '<Types xmlns="x"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
  );
  const book = textPart('xl/workbook.xml', '<workbook/>');
  const large = textPart('xl/media/picture.bin', Array.from({ length: 20_000 }, () => randomUUID()).join(''));
  const encrypted = buildZip([types, book]);
  for (let at = encrypted.indexOf('PK\u0001\u0002'); at !== -1; at = encrypted.indexOf('PK\u0001\u0002', at + 4))
    encrypted[at + 8] = 1;
  test('a workbook is stored, sent whole or in chunks; no other archive is, none with macros, a password or far too much inside', async () => {
    const { browser, uploader, claimNumber } = await fileForUploads(server);
    const huge = hugePart('xl/a.xml', Buffer.alloc(1_000), 1, 3e9);
    for (const [bytes, result] of [
      [buildZip([types, book]), { stored: true }],
      [buildZip([large, book, types]), { stored: true }],
      [buildZip([types]), { stored: false, reason: 'damaged' }],
      [buildZip([textPart('a.exe', 'MZ')]), { stored: false, reason: 'type' }],
      [buildZip([types, book, textPart('xl/vbaProject.bin', 'x')]), { stored: false, reason: 'macros' }],
      [encrypted, { stored: false, reason: 'password' }],
      [buildZip([types, book, huge]), { stored: false, reason: 'too-much-inside' }],
    ] as const) {
      const { text } = await browser.upload(claimNumber, [{ name: 'a.xlsx', bytes }], 'TppClaimants');
      const { stored: _stored, ...refused } = result;
      expect(JSON.parse(text)).toMatchObject({ files: [{ name: 'a.xlsx', ...(result.stored ? result : refused) }] });
      expect(await uploader.upload(claimNumber, 'a.xlsx', bytes)).toMatchObject(result);
    }
    expect(await storedOf(claimNumber)).toHaveLength(2);
  });
});

test('a document whose type this release does not know is sent as bytes', async () => {
  const { browser, uploader, claimNumber } = await fileForUploads(server);
  await uploader.upload(claimNumber, 'a.pdf', pdf(100));
  const [row] = await server.query<{ id: string }>(
    "update claim_documents set type = 'avif' where claim_id = (select id from claims where number = $1) returning id",
    [claimNumber],
  );
  const { status, headers } = await browser.send('GET', `/api/claims/${claimNumber}/documents/${row?.id}`);
  expect([status, headers['content-type']]).toEqual([200, 'application/octet-stream']);
});

describe('storage space', () => {
  test('of a claim is five gigabytes: what fits is stored, the rest is refused', async () => {
    const { browser, uploader, claimNumber } = await fileForUploads(server);
    await server.query(
      `insert into claim_documents (id, claim_id, name, storage_key, status, type, size, sha256, created_at, stored_at)
       select gen_random_uuid(), id, 'large.csv', gen_random_uuid(), 'stored', 'csv', 5 * 1024::bigint ^ 3 - 1000, sha256('x'), now(), now() from claims where number = $1`,
      [claimNumber],
    );
    const files = [600, 600, 300].map((size, index) => ({ name: `${index}.txt`, bytes: csv(size) }));
    const { status, body } = await browser.upload(claimNumber, files, 'TppClaimants');
    expect([status, body.files.map((file) => file.reason)]).toEqual([200, [undefined, 'claim-full', undefined]]);
    expect(body.files[1]?.message).toContain('5 GB');
    const problem = expectUploadProblem(await uploader.create(claimNumber, 'd.csv', 200), 413, 'too-large');
    expect(problem.files?.[0]).toMatchObject({ name: 'd.csv', reason: 'claim-full' });
  });

  test('of an address is limited per day: refused before a byte is read, in the language of the request', async () => {
    const limits = { ...defaultLimits, 'document-megabytes-address': { attempts: 3, seconds: 86_400 } };
    const browser = await logInBrowser(await server.buildAnother({ limits }), memberOf(0), '203.0.113.8');
    const { claimNumber } = (await browser.fileClaim()).body;
    expect((await browser.upload(claimNumber, [{ name: 'a.pdf', bytes: pdf(2.5 * 1024 ** 2) }])).status).toBe(200);
    const refused = await browser.upload(claimNumber, [{ name: 'b.pdf', bytes: pdf(1_000) }]);
    expect(expectProblem(refused, 429, 'too-many-requests').detail).toContain('by mail');
  });
});

test('many files of one claim do not delay the one file of another claim', async () => {
  const own = await startTestServer();
  onTestFinished(() => own.close());
  await own.uploads.stop();
  const browser = await logInBrowser(own.app, memberOf(0));
  for (let index = 0; index < 2; index++) await browser.fileClaim();
  const [claim, other] = await own.query<{ id: string }>('select id from claims order by id');
  const add = (claimId: string | undefined, second: number) =>
    own.query(
      `insert into uploads (id, claim_id, name, size, created_at, status)
       values (gen_random_uuid(), $1, 'a.csv', 1, $2, 'complete')`,
      [claimId, new Date(own.now.getTime() + second * 1_000)],
    );
  for (let second = 0; second < 6; second++) await add(claim?.id, second);
  await add(other?.id, 30);
  const { database, store, uploadFolder } = own;
  const work = finalizeJobs({ database, keys, store, uploadFolder, settlement, now: () => own.now });
  const now = new Date(own.now.getTime() + 60_000);
  const order: boolean[] = [];
  for (let turn = 0; turn < 7; turn++) {
    const job = await work.leases.leaseNext({ holder: randomUUID(), until: new Date(now.getTime() + 60_000) }, now);
    const [row] = await own.query<{ claim_id: string }>('select claim_id from uploads where id = $1', [job?.id]);
    order.push(row?.claim_id === other?.id);
  }
  expect(order).toEqual([false, true, false, false, false, false, false]);
});
