import { formatAction } from '@redress/contract/no-script-form';
import { settlement } from '@redress/content/settlement';
import { openDatabase } from '@redress/server/platform/database/pool';
import { createLog } from '@redress/server/platform/logging/log';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import type { UploadStore } from '@redress/server/platform/storage/upload-store';
import { findDocumentsItem } from '@redress/server/site/uploads/authorize-upload';
import { receiveUpload } from '@redress/server/site/uploads/receive-upload';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { companyAnswers, fileTpp } from '../../../setup/sample-claims.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { claimNumberIn, keyIn, NoScriptBrowser } from '../../../setup/no-script-browser.ts';
import { keys } from '../../../setup/test-server.ts';
import { cleanUpOf } from '../../../setup/clean-up.ts';
import { readHistory } from '../../../setup/read-history.ts';

const path = '/tpp-claimants';
const start = new Date('2025-03-01T12:00:00Z');
const hour = 60 * 60 * 1_000;
const site = useNoScriptSite();
const { server } = site;
let browser: NoScriptBrowser;
let key: string;

beforeEach(() => {
  server.now = start;
  key = randomUUID();
  browser = new NoScriptBrowser(server.app);
});

const post = (answers: Parameters<NoScriptBrowser['postForm']>[1], options = {}, page = path) =>
  browser.postForm(page, answers, { key, ...options });
const pdf = (name: string, text = name) => ({ name, bytes: Buffer.from(`%PDF-1.7\nendobj\n%%EOF\n% ${text}\n`) });
const listed = () => site.pageRenderer.last.form?.documents.map(({ name }) => name);
const go = (name: 'continue' | 'file-another') => formatAction({ name });
const documentsOf = (number: string) =>
  server.query<{ name: string; storage_key: string; sha256: Buffer; documents_expected: number }>(
    `select d.name, d.storage_key, d.sha256, c.documents_expected from claim_documents d join claims c on c.id = d.claim_id
     where c.number = $1 and d.status = 'stored' order by d.created_at, d.name`,
    [number],
  );
const stagedOf = (formKey: string) => server.query('select name from staged_documents where form_key = $1', [formKey]);
const errors = () => site.pageRenderer.last.form?.errors.map(({ field, message }) => [field, message]);
const namesOf = async (location: unknown) => (await documentsOf(claimNumberIn(location))).map(({ name }) => name);
const runCleanup = (now: Date) => cleanUpOf(server, now);

test('uploads of a form with errors stay with the page, and are attached to the claim later', async () => {
  const chosen = [pdf('one.pdf'), pdf('two.pdf')];
  const wrong = await post({ ...companyAnswers, zip: '1' }, { files: chosen });
  expect([wrong.status, listed()]).toEqual([422, ['one.pdf', 'two.pdf']]);
  expect(site.pageRenderer.last.form?.documents[0]).toMatchObject({ size: chosen[0]?.bytes.length });
  // One of them again: duplicate bytes are stored once.
  const filed = await post(companyAnswers, { files: [pdf('one.pdf'), pdf('three.pdf')] });
  expect(filed.status).toBe(303);
  const number = claimNumberIn(filed.headers['location']);
  const documents = await documentsOf(number);
  expect(documents.map(({ name, documents_expected: expected }) => [name, expected])).toEqual([
    ['one.pdf', 3],
    ['three.pdf', 3],
    ['two.pdf', 3],
  ]);
  for (const { storage_key: storageKey, sha256 } of documents) {
    const bytes = await readFile(join(server.documentFolder, storageKey));
    expect(createHash('sha256').update(bytes).digest()).toEqual(sha256);
  }
  expect(await stagedOf(key)).toEqual([]);
  const history = await readHistory(server, number);
  expect(history.map(({ kind }) => kind)).toEqual(['claim-filed', ...documents.map(() => 'document-stored')]);
  await browser.send('GET', String(filed.headers['location']));
  expect(site.pageRenderer.last.complete).toMatchObject({ documents: 3 });
});

test('files before or after the fields, and an empty file input, are read', async () => {
  const boundary = 'in-another-order';
  const part = (head: string, body: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const body = [
    part('name="files"; filename="first.pdf"\r\nContent-Type: application/pdf', '%PDF-1.7 endobj %%EOF before its key'),
    part('name="files"; filename=""\r\nContent-Type: application/octet-stream', ''),
    part('name="formKey"', key),
    part('name="do"', 'continue'),
    `--${boundary}--\r\n`,
  ].join('');
  const answer = await browser.postBody(path, Buffer.from(body), `multipart/form-data; boundary=${boundary}`);
  expect([answer.status, listed(), site.pageRenderer.last.form?.errors]).toEqual([200, ['first.pdf'], []]);
});

test('a refused document is reported with its name in the language of the page, and the form is not filed', async () => {
  const before = (await server.listStored()).length;
  const files = [
    pdf('good.pdf'),
    { name: 'bad.exe', bytes: Buffer.from('MZ\0\0') },
    { name: 'empty.pdf', bytes: Buffer.alloc(0) },
  ];
  const answer = await post({ ...companyAnswers, signature: '' }, { files }, `/es${path}`);
  expect([answer.status, listed()]).toEqual([422, ['good.pdf']]);
  // In form order, where documents come before the signature.
  expect(errors()).toEqual([
    ['files', expect.stringMatching(/^bad\.exe: No podemos recibir este tipo de archivo\./)],
    ['files', expect.stringMatching(/^empty\.pdf: /)],
    ['signature', expect.any(String)],
  ]);
  expect(await server.query('select id from claims where idempotency_key = $1', [key])).toEqual([]);
  expect((await server.listStored()).length).toBe(before + 1);
  expect((await post(companyAnswers)).status).toBe(303);
});

test('every button shows refused uploads, because they are not stored', async () => {
  const files = [{ name: 'x.exe', bytes: Buffer.from('MZ\0') }];
  expect((await post({}, { action: go('continue'), files })).status).toBe(422);
  expect(errors()).toEqual([['files', expect.stringMatching(/^x\.exe: /)]]);
  expect((await post(companyAnswers)).status).toBe(303);
  // So does the page of a filed claim.
  expect((await post(companyAnswers, { files })).status).toBe(422);
  expect(errors()).toEqual([['files', expect.stringMatching(/^x\.exe: /)]]);
});

test('a form stages as many uploads as it accepts', async () => {
  const files = Array.from({ length: 21 }, (_, index) => pdf(`${index}.pdf`));
  const answer = await post({}, { action: go('continue'), files });
  expect([answer.status, listed()?.length]).toEqual([422, 20]);
  expect(site.pageRenderer.last.form?.errors[0]?.message).toMatch(/^20\.pdf: /);
});

test('an upload can be removed by its page, and by no other', async () => {
  await post({}, { action: go('continue'), files: [pdf('mine.pdf', randomUUID())] });
  const id = site.pageRenderer.last.form?.documents[0]?.id ?? '';
  const action = formatAction({ name: 'remove-document', id });
  await browser.postForm(path, {}, { action });
  expect(listed()).toEqual([]);
  expect(await stagedOf(key)).toEqual([{ name: 'mine.pdf' }]);
  const { length } = await server.listStored();
  const removed = await post({}, { action });
  expect([removed.status, listed(), await stagedOf(key)]).toEqual([200, [], []]);
  expect((await server.listStored()).length).toBe(length - 1);
});

describe('when the server stops between filing and attaching', () => {
  // As after a crash: the claim is filed with the form's key, and its documents are still waiting.
  const leaveWaiting = async () => {
    await post({}, { action: go('continue'), files: [pdf('late.pdf', randomUUID())] });
    server.now = new Date(start.getTime() + 1_000);
    await browser.session();
    return (await fileTpp(browser, companyAnswers, key)).body.claimNumber;
  };

  test('sending the form again attaches its uploads', async () => {
    const number = await leaveWaiting();
    const again = await post(companyAnswers);
    expect(claimNumberIn(again.headers['location'])).toBe(number);
    expect((await documentsOf(number)).map(({ name }) => name)).toEqual(['late.pdf']);
  });

  test('maintenance attaches them once, even in two processes', async () => {
    const number = await leaveWaiting();
    const later = new Date(start.getTime() + 48 * hour);
    await Promise.all([runCleanup(later), runCleanup(later)]);
    const [document, ...others] = await documentsOf(number);
    expect([document?.name, others, await stagedOf(key)]).toEqual(['late.pdf', [], []]);
    expect(await readFile(join(server.documentFolder, document?.storage_key ?? ''), 'latin1')).toMatch(/^%PDF/);
  });
});

test('uploads of a form that is never filed are removed after a day, and not before', async () => {
  await runCleanup(new Date(start.getTime() + 25 * hour));
  await post({}, { action: go('continue'), files: [pdf('left.pdf', randomUUID())] });
  const { length } = await server.listStored();
  await runCleanup(new Date(start.getTime() + 23 * hour));
  expect(await stagedOf(key)).toEqual([{ name: 'left.pdf' }]);
  await runCleanup(new Date(start.getTime() + 25 * hour));
  expect(await stagedOf(key)).toEqual([]);
  expect((await server.listStored()).length).toBe(length - 1);
});

describe('uploads that a page lists', () => {
  /** As listed by the last rendered page. */
  const kept = () =>
    (site.pageRenderer.last.form?.documents ?? []).map(
      ({ id, name, size }) => [`kept.${id}`, `${size} ${name}`] as const,
    );
  const choose = async (...names: string[]) => {
    const files = names.map((name) => pdf(name, randomUUID()));
    await post({}, { action: go('continue'), files });
    return kept();
  };
  const removeAll = () => runCleanup(new Date(start.getTime() + 25 * hour));

  test('that no longer exist keep the form from being filed once', async () => {
    const more = await choose('left.pdf');
    await removeAll();
    const answer = await post(companyAnswers, { more }, `/es${path}`);
    expect([answer.status, keyIn(answer), kept()]).toEqual([422, key, []]);
    const said = 'left.pdf ya no está guardado. Elíjalo otra vez o envíe el formulario sin él.';
    expect(errors()).toEqual([['files', said]]);
    expect(await server.query('select id from claims where idempotency_key = $1', [key])).toEqual([]);
    // The returned page lists none.
    expect((await post(companyAnswers, { more: kept() })).status).toBe(303);
  });

  test('are reported missing by any button except the one that removes them', async () => {
    const more = await choose('one.pdf', 'two.pdf');
    await removeAll();
    const [first] = more;
    const action = formatAction({ name: 'remove-document', id: first?.[0].slice('kept.'.length) ?? '' });
    expect((await post({}, { more, action })).status).toBe(422);
    expect(errors()).toEqual([['files', expect.stringMatching(/^two\.pdf is no longer saved/)]]);
    const alone = await post({}, { more: more.slice(0, 1), action });
    expect([alone.status, errors()]).toEqual([200, []]);
  });

  test('are reported missing also when the login is required, like refused ones', async () => {
    const form = '/consumera-claimants';
    const more = await choose('left.pdf');
    await removeAll();
    const files = [{ name: 'bad.exe', bytes: Buffer.from('MZ\0\0') }];
    expect((await browser.postForm(form, {}, { key, more, files })).status).toBe(401);
    expect(errors()?.map(([, message]) => message?.split(/:? /)[0])).toEqual(['bad.exe', 'left.pdf']);
  });

  test('that are chosen again are not missing', async () => {
    const file = pdf('again.pdf', randomUUID());
    await post({}, { action: go('continue'), files: [file] });
    const more = kept();
    await removeAll();
    const filed = await post(companyAnswers, { more, files: [file] });
    expect(await namesOf(filed.headers['location'])).toEqual(['again.pdf']);
  });

  test('are not missing when their filed form is sent again', async () => {
    const more = await choose('with.pdf');
    const filed = await post(companyAnswers, { more });
    expect(filed.status).toBe(303);
    const again = await post(companyAnswers, { more });
    expect(claimNumberIn(again.headers['location'])).toBe(claimNumberIn(filed.headers['location']));
    const button = await post(companyAnswers, { more, action: go('continue') });
    expect([button.status, errors()]).toEqual([200, []]);
    const twice = await Promise.all([1, 2, 3].map(() => post(companyAnswers, { more })));
    expect(twice.map(({ status }) => status)).toEqual([303, 303, 303]);
  });

  test('stay listed while the database is unavailable', async () => {
    const more = await choose('waiting.pdf');
    const before = site.pageRenderer.last.form?.documents;
    const { database, pool, close } = openDatabase('postgresql://nobody@127.0.0.1:9/none', () => {});
    try {
      const away = new NoScriptBrowser(await server.buildAnother({ database, pool }));
      const answer = await away.postForm(path, companyAnswers, { key, more });
      expect([answer.status, keyIn(answer), site.pageRenderer.last.form?.documents]).toEqual([503, key, before]);
    } finally {
      await close();
    }
  });

  test('are reported missing when the page gets another key', async () => {
    const more = await choose('mine.pdf');
    const answer = await post({}, { more, headers: { origin: 'https://fake.example' } });
    expect([answer.status, listed()]).toEqual([403, []]);
    expect(errors()).toEqual([['files', expect.stringMatching(/^mine\.pdf is no longer saved/)]]);
  });

  test('may be as many as a form accepts, with the longest names', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index}${'ñ'.repeat(110)}.pdf`);
    const more = await choose(...names);
    const rows = Array.from({ length: 50 }, (_, index) => [`added-by-an-extension-${index - 3}`, 'x'] as const);
    const filed = await post(companyAnswers, { more: [...more, ...rows.slice(0, 40)] });
    expect(await documentsOf(claimNumberIn(filed.headers['location']))).toHaveLength(20);
  });
});

test('after a disk that fails in the middle of a file, the rest of the form can still be read', async () => {
  const failing: UploadStore = {
    ...server.store,
    async write(_key, bytes) {
      for await (const _ of bytes) throw Object.assign(new Error('write'), { code: 'EIO', syscall: 'write' });
    },
  };
  const { database, log } = server;
  const item = findDocumentsItem(settlement.claimForms.find(({ id, version }) => id === 'tpp' && version === 2));
  if (!item) throw new Error('the form takes no documents');
  const file = Readable.from(['first', 'second', 'third'].map((part) => Buffer.from(part)));
  const context = { database, keys, store: failing, log, now: () => start };
  await expect(receiveUpload(context, undefined, item, file, 'a.pdf')).rejects.toThrow('write');
  expect((await buffer(file)).toString()).toBe('secondthird');
});

test('uploads that come with another claim are attached to that claim', async () => {
  const first = await post(companyAnswers, { files: [pdf('first.pdf')] });
  server.now = new Date(start.getTime() + hour);
  const others = { ...companyAnswers, zip: '02110' };
  const conflict = await post(others, { files: [pdf('second.pdf')] });
  expect([conflict.status, listed()]).toEqual([409, ['second.pdf']]);
  await runCleanup(server.now);
  const another = await browser.postForm(path, others, { key: keyIn(conflict), action: go('file-another') });
  const names = async (location: unknown) => (await documentsOf(claimNumberIn(location))).map(({ name }) => name);
  expect(await names(first.headers['location'])).toEqual(['first.pdf']);
  expect(await names(another.headers['location'])).toEqual(['second.pdf']);
});

test('another claim beyond a limit comes back under its own key, with its uploads', async () => {
  const limits = { ...defaultLimits, 'claim-address': { attempts: 2, seconds: 600 } };
  const strict = new NoScriptBrowser(await server.buildAnother({ limits }));
  await strict.postForm(path, companyAnswers, { key });
  server.now = new Date(start.getTime() + 1_000);
  const others = { ...companyAnswers, zip: '02110' };
  expect((await strict.postForm(path, others, { key, files: [pdf('second.pdf')] })).status).toBe(409);
  const limited = await strict.postForm(path, others, { key, action: go('file-another') });
  expect([limited.status, listed()]).toEqual([429, ['second.pdf']]);
  expect(keyIn(limited)).not.toBe(key);
  const filed = await browser.postForm(path, others, { key: keyIn(limited) });
  expect([filed.status, (await documentsOf(claimNumberIn(filed.headers['location']))).map(({ name }) => name)]).toEqual(
    [303, ['second.pdf']],
  );
  // The claim that the button would have filed.
  const button = await post(others, { action: go('file-another') });
  expect(claimNumberIn(button.headers['location'])).toBe(claimNumberIn(filed.headers['location']));
});

test('a claim with the maximum of uploads reports one more, and never drops it silently', async () => {
  const files = Array.from({ length: 20 }, (_, index) => pdf(`${index}.pdf`));
  const filed = await post(companyAnswers, { files });
  expect(filed.status).toBe(303);
  const again = await post(companyAnswers, { files: [pdf('0.pdf'), pdf('one more.pdf')] });
  expect([again.status, listed()]).toEqual([422, []]);
  expect(site.pageRenderer.last.form?.errors.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^one more\.pdf: A claim can have up to 20 documents\./),
  ]);
  expect(await documentsOf(claimNumberIn(filed.headers['location']))).toHaveLength(20);
});

test('a connection that breaks in the middle of a file leaves nothing behind, and is not a server error', async () => {
  let logged = '';
  const app = await server.buildAnother({ log: createLog('info', { write: (line) => (logged += line) }) });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const { length } = await server.listStored();
  const count = async () => (await server.query('select id from staged_documents')).length;
  const before = await count();
  const broken = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path,
    headers: {
      host: 'localhost:4300',
      origin: 'http://localhost:4300',
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 20_000_000,
    },
  });
  broken.on('error', () => {});
  broken.write('--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7\nendobj\n%%EOF');
  broken.write(Buffer.alloc(3_000_000, 'x'));
  await expect.poll(count).toBe(before + 1);
  broken.destroy();
  await expect.poll(count).toBe(before);
  expect(await server.listStored()).toHaveLength(length);
  expect(logged).not.toContain('request failed');
});
