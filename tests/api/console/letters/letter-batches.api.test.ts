import type { LetterBatch } from '@redress/contract/console/letter-batches';
import type { Work } from '@redress/contract/console/work';
import { settlement } from '@redress/content/settlement';
import type { PdfRenderer } from '@redress/server/claims/pdf-renderer';
import {
  deleteBatchFiles,
  keepBatchMilliseconds,
  letterBatchJobs,
} from '@redress/server/console/letters/letter-batch-jobs';
import { makeLetterBatch } from '@redress/server/console/letters/letter-batches';
import { openDatabase } from '@redress/server/platform/database/pool';
import { LeaseLostError } from '@redress/server/platform/jobs/job-leases';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { signInTab, useStaff } from '../../../setup/console.ts';
import { lettersOf } from '../../../setup/letters.ts';
import { openSideBySide } from '../../../setup/line-up.ts';
import { listBatches, makeBatch, queuePaper, writeBatch } from '../../../setup/postal-letters.ts';
import { readZip } from '../../../setup/read-zip.ts';
import { changeReview, eventsOf, readReviewOf } from '../../../setup/review.ts';
import { editRows } from '../../../setup/test-database.ts';
import { keys, pass, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer({ members: 100 });
const caseId = 'brand-drug';
const day = 24 * 60 * 60;
const { reviewer, supervisor, signIn } = useStaff(server, { reviewer: 'reviewer', supervisor: 'supervisor' });
const queueOne = (answers?: Readonly<Record<string, unknown>>) => queuePaper(server, reviewer, answers);
const letterOf = async (number: string) => (await lettersOf(server, number)).at(-1);
const confirm = (csv: string, tab = supervisor) =>
  tab.post<{ confirmed: number }>('/letter-batches/confirmations', { csv });
const rulesOf = ({ body }: { readonly body: object }) =>
  'errors' in body
    ? (body.errors as { field: string; rule: string }[]).map(({ field, rule }) => `${field} ${rule}`)
    : body;

/** Starts a process that makes a batch, or confirms this one, and is killed halfway. */
async function killInChild(...batchId: readonly string[]): Promise<void> {
  const script = fileURLToPath(new URL('./batch-in-child.ts', import.meta.url));
  const args = [script, server.connectionString, caseId, supervisor.person.id, ...batchId];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
}

describe('a batch', () => {
  test('takes every queued letter of its case, and its ZIP file has their PDFs, a list and a manifest', async () => {
    const letters = [await queueOne(), await queueOne({ street1: '-12 Main Street' })];
    expect((await listBatches(supervisor)).waiting).toEqual([{ caseId, letters: 2 }]);
    expect((await supervisor.get<Work>('/work')).body.lettersToBatch).toBe(2);
    const id = await makeBatch(supervisor);
    expect(await listBatches(supervisor)).toMatchObject({
      waiting: [],
      batches: [{ id, letters: 2, status: 'waiting' }],
    });
    const batch = await writeBatch(server, supervisor, id);
    const { bytes, headers } = await supervisor.get(`/letter-batches/${id}/letters.zip`);
    const sha256 = createHash('sha256').update(bytes).digest();
    expect(batch).toMatchObject({
      sha256: sha256.toString('hex'),
      bytes: bytes.length,
      unconfirmed: 2,
      isOverdue: false,
    });
    expect(headers['content-digest']).toBe(`sha-256=:${sha256.toString('base64')}:`);
    const files = await readZip(bytes);
    const pdfs = letters.map(({ code }) => `${code.slice(0, 9)}.pdf`).toSorted();
    expect([...files.keys()]).toEqual([...pdfs, 'letters.csv', 'manifest.json']);
    const [header, ...lines] = (files.get('letters.csv') ?? '').trim().split('\r\n');
    expect(header).toBe('letter,name,address1,address2,address3,address4,pages,language,pdf');
    expect(lines.map((line) => line.split(',')[0])).toEqual(letters.map(({ code }) => code).toSorted());
    // A spreadsheet shows the street as text.
    expect(lines.join('\n')).toContain(",'-12 Main Street,");
    const manifest: unknown = JSON.parse(files.get('manifest.json') ?? '');
    const sha256Of = (text = '') => createHash('sha256').update(text).digest('hex');
    const csv = { name: 'letters.csv', sha256: sha256Of(`\uFEFF${files.get('letters.csv')}`) };
    const listed = [...pdfs.map((name) => ({ name, pages: Number(batch.pages) / 2 })), csv];
    expect(manifest).toMatchObject({ letters: 2, pages: batch.pages, caseId, batch: 1, files: listed });
    for (const { number } of letters) {
      expect(await letterOf(number)).toMatchObject({ status: 'in-batch', batch_id: id });
      expect((await eventsOf(server, number)).at(-1)).toMatchObject({ kind: 'letter-batched', batchId: id });
    }
  });

  test('has the same bytes at each download, which the store keeps encrypted and the access log records', async () => {
    const { code } = await queueOne();
    const id = await makeBatch(supervisor);
    await writeBatch(server, supervisor, id);
    const first = await supervisor.get(`/letter-batches/${id}/letters.zip`);
    pass(server, 60);
    const second = await supervisor.get(`/letter-batches/${id}/letters.zip`);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    const stored: Buffer[] = [];
    const parts: AsyncIterable<Buffer> = server.store.read(`exports/${id}`);
    for await (const part of parts) stored.push(part);
    expect(Buffer.concat(stored).includes(code)).toBe(false);
    expect(first.bytes.includes(code)).toBe(true);
    const reads = await server.query('select what from access_log where subject = $1', [`letter-batch ${id}`]);
    expect(reads).toEqual([{ what: 'download' }, { what: 'download' }]);
    const entries = await server.query<{ kind: string }>(
      "select kind from record_history where record_kind = 'letter-batch' and record_id = $1 order by position",
      [id],
    );
    expect(entries.map(({ kind }) => kind)).toEqual([
      'letter-batch-made',
      'letter-batch-written',
      'letter-batch-downloaded',
      'letter-batch-downloaded',
    ]);
  });

  test('is also one PDF, for offices without a mail house', async () => {
    const letters = [await queueOne(), await queueOne()];
    const id = await makeBatch(supervisor);
    const { status, bytes } = await supervisor.get(`/letter-batches/${id}/letters.pdf`);
    expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect(letters).toHaveLength(2);
  });

  test('leaves out letters whose address is incomplete, and lists them with the reason', async () => {
    const long = await queueOne({ street1: 'A street with a name of more than 40 letters' });
    const { number } = await queueOne();
    const { incomplete } = await listBatches(supervisor);
    expect(incomplete).toMatchObject([{ id: long.code, claimNumber: long.number, problem: 'line-too-long' }]);
    const id = await makeBatch(supervisor);
    expect(await letterOf(long.number)).toMatchObject({ status: 'queued', batch_id: null });
    expect(await letterOf(number)).toMatchObject({ status: 'in-batch', batch_id: id });
    pass(server, 60);
    // A shorter address lets the next batch take the letter.
    const lines = ['Jane Doe', '9 New Road', 'Dayton, OH 45402'];
    const added = await supervisor.post('/letter-addresses', { id: long.code, source: 'call', lines });
    expect(added.body).toMatchObject({ outcome: 'not-needed' });
    expect((await lettersOf(server, long.number)).map(({ status }) => status)).toEqual(['cancelled', 'queued']);
    expect(await letterOf(long.number)).toMatchObject({ address: lines, due_on: null });
    await makeBatch(supervisor);
  });

  test('takes no letter about a deficiency that was cured', async () => {
    const [cured, other] = [await queueOne(), await queueOne()];
    await changeReview(supervisor, cured.number, 'cure');
    await makeBatch(supervisor);
    expect(await letterOf(cured.number)).toMatchObject({ status: 'cancelled' });
    expect(await letterOf(other.number)).toMatchObject({ status: 'in-batch' });
  });

  test('is made once when two supervisors make it at the same moment', async () => {
    const { number } = await queueOne();
    const [one, other] = await openSideBySide(server, supervisor, await signInTab(server, 'supervisor'));
    const answers = await Promise.all(
      [one ?? supervisor, other ?? supervisor].map((tab) => tab.post('/letter-batches', { caseId })),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409']);
    expect((await eventsOf(server, number)).filter(({ kind }) => kind === 'letter-batched')).toHaveLength(1);
  });

  test('takes no more statements for three letters than for one', async () => {
    let statements = 0;
    const onQuery = () => void (statements += 1);
    const { database, close } = openDatabase(server.connectionString, () => {}, 1, 'counted', onQuery);
    onTestFinished(close);
    const count = async (letters: number) => {
      for (let queued = 0; queued < letters; queued += 1) await queueOne();
      statements = 0;
      await makeLetterBatch({ database, keys, now: server.clock }, supervisor.person.id, caseId);
      return statements;
    };
    // The first one takes what other tests left in the queue.
    await count(1);
    expect(await count(3)).toBe(await count(1));
  });

  test('is absent after the process that made it was killed', async () => {
    const { number } = await queueOne();
    const before = (await listBatches(supervisor)).batches.length;
    await killInChild();
    expect((await listBatches(supervisor)).batches).toHaveLength(before);
    expect(await letterOf(number)).toMatchObject({ status: 'queued', batch_id: null });
    await makeBatch(supervisor);
    expect(await letterOf(number)).toMatchObject({ status: 'in-batch' });
  });

  test('that is being written during a purge begins again and has nothing of what was purged', async () => {
    const [purged, kept] = [await queueOne(), await queueOne()];
    const id = await makeBatch(supervisor);
    const { database, store, pdfRenderer } = server;
    const context = { database, store, keys, settlement, now: server.clock };
    // The purge comes after the letters were read, before the file is in place.
    const renderer: Pick<PdfRenderer, 'renderLetter'> = {
      async renderLetter(letter) {
        const pdf = await pdfRenderer.renderLetter(letter);
        await deleteBatchFiles(context, 'all');
        return pdf;
      },
    };
    const holder = randomUUID();
    await server.query('update letter_batches set leased_by = $1 where id = $2', [holder, id]);
    const running = letterBatchJobs({ ...context, renderers: [renderer] });
    await expect(running.run(id, holder, new AbortController().signal)).rejects.toThrow(LeaseLostError);
    expect(await server.store.has(`exports/${id}`)).toBe(false);
    await editRows(server.connectionString, 'update letters set content = null where id = $1', [purged.id]);
    expect(await writeBatch(server, supervisor, id)).toMatchObject({ letters: 1 });
    const files = await readZip((await supervisor.get(`/letter-batches/${id}/letters.zip`)).bytes);
    expect([...files.keys()]).toEqual([`${kept.code.slice(0, 9)}.pdf`, 'letters.csv', 'manifest.json']);
  });

  test('has its file for 30 days', async () => {
    await queueOne();
    const id = await makeBatch(supervisor);
    await writeBatch(server, supervisor, id);
    const clean = () => deleteBatchFiles({ database: server.database, store: server.store, now: () => server.now });
    await clean();
    expect((await listBatches(supervisor)).batches.find((batch) => batch.id === id)).toMatchObject({ status: 'ready' });
    pass(server, keepBatchMilliseconds / 1_000);
    await clean();
    await signIn();
    expect((await listBatches(supervisor)).batches.find((batch) => batch.id === id)).toMatchObject({
      status: 'deleted',
    });
    expect((await supervisor.get(`/letter-batches/${id}/letters.zip`)).status).toBe(404);
    expect(await server.store.has(`exports/${id}`)).toBe(false);
  });
});

describe('the mail house confirms', () => {
  test('the days, from which the last days to answer count', async () => {
    const [one, other] = [await queueOne(), await queueOne()];
    const id = await makeBatch(supervisor);
    pass(server, 3 * day);
    await signIn();
    expect((await confirm(`letter,mailed_on\r\n${one.code},2025-07-03\r\n`)).body).toEqual({
      confirmed: 1,
      before: null,
    });
    expect(await letterOf(one.number)).toMatchObject({
      status: 'mailed',
      mailed_on: '2025-07-03',
      due_on: '2025-08-05',
    });
    expect((await eventsOf(server, one.number)).at(-1)).toMatchObject({
      kind: 'letter-mailed',
      by: supervisor.person.id,
    });
    expect(await readReviewOf(reviewer, one.number)).toMatchObject({ cureDue: '2025-08-05' });
    // The other one stays in the batch, and is listed after two days.
    const { body } = await supervisor.get<object>(`/letter-batches/${id}`);
    expect(body).toMatchObject({ batch: { unconfirmed: 1, isOverdue: true }, unconfirmed: [{ id: other.code }] });
    expect(await letterOf(other.number)).toMatchObject({ status: 'in-batch', mailed_on: null });
  });

  test('each letter with its own day, and the batch has the first and the last one', async () => {
    const [one, other] = [await queueOne(), await queueOne()];
    const id = await makeBatch(supervisor);
    pass(server, 3 * day);
    await signIn();
    await confirm(`letter,mailed_on\n${one.code},2025-07-02\n${other.code},2025-07-03`);
    const from = '2025-07-02';
    const batchOf = async () => (await supervisor.get<{ batch: LetterBatch }>(`/letter-batches/${id}`)).body.batch;
    const by = supervisor.person.name;
    expect(await batchOf()).toMatchObject({ confirmed: { from, to: '2025-07-03', by } });
    // The earlier day counts, also for the batch.
    const colleague = await signInTab(server, 'supervisor');
    await confirm(`letter,mailed_on\n${other.code},2025-07-01`, colleague);
    expect(await batchOf()).toMatchObject({ confirmed: { from: '2025-07-01', to: from, by: colleague.person.name } });
  });

  test('a file that is sent twice changes nothing, and the earliest day counts', async () => {
    const { number, code } = await queueOne();
    await makeBatch(supervisor);
    pass(server, 5 * day);
    await signIn();
    const typed = code.replace(/^(...)(...)/, '$1-$2-').toLowerCase();
    expect((await confirm(`mailed_on,letter\n2025-07-03,${typed}`)).body).toEqual({ confirmed: 1, before: null });
    const events = await eventsOf(server, number);
    const before = { letters: 1, by: supervisor.person.name, at: server.now.toISOString() };
    pass(server, 60);
    expect((await confirm(`letter,mailed_on\n${code},2025-07-03`)).body).toEqual({ confirmed: 0, before });
    expect((await confirm(`letter,mailed_on\n${code},2025-07-05`)).body).toEqual({ confirmed: 0, before });
    expect(await eventsOf(server, number)).toEqual(events);
    expect((await confirm(`letter,mailed_on\n${code},2025-07-02`)).body).toEqual({ confirmed: 1, before: null });
    expect(await letterOf(number)).toMatchObject({ mailed_on: '2025-07-02', due_on: '2025-08-04' });
  });

  test('one bad line refuses the file, and each is named', async () => {
    const { number, code } = await queueOne();
    const queued = await queueOne();
    const [last = ''] = code.slice(-1);
    const typo = `${code.slice(0, 8)}${code[8] === '0' ? '1' : '0'}${last}`;
    await makeBatch(supervisor);
    pass(server, 2 * day);
    await signIn();
    const lines = [
      `${code},2025-07-02`,
      `${typo},2025-07-02`,
      `${code.slice(0, 9)},2025-07-02`,
      `0000000000,2025-07-02`,
      `${code},2025-06-30`,
      `${code},2025-07-04`,
      `${code},July 2`,
    ];
    const refused = await confirm(['letter,mailed_on', ...lines].join('\n'));
    expect([refused.status, rulesOf(refused)]).toEqual([
      422,
      [
        '3 letter-id-check',
        '4 letter-id-check',
        '8 mailed-on',
        '5 unknown-letter',
        '6 mailed-before-queued',
        '7 mailed-later',
      ],
    ]);
    expect(await letterOf(number)).toMatchObject({ status: 'in-batch' });
    expect((await confirm('id,day\nx,y')).body).toMatchObject({ code: 'bad-request' });
    expect(queued.code).not.toBe(code);
  });

  test('by hand, one day for the whole batch', async () => {
    const [one, other] = [await queueOne(), await queueOne()];
    const id = await makeBatch(supervisor);
    const mailed = (mailedOn: string) => supervisor.post(`/letter-batches/${id}/mailed`, { mailedOn });
    expect(rulesOf(await mailed('2025-07-02'))).toEqual(['mailedOn mailed-later']);
    expect(rulesOf(await mailed('2025-06-30'))).toEqual(['mailedOn mailed-before-queued']);
    const readBatch = async () => (await listBatches(supervisor)).batches.find((batch) => batch.id === id);
    expect(await readBatch()).toMatchObject({ confirmed: null });
    expect((await mailed('2025-07-01')).body).toEqual({ confirmed: 2, before: null });
    const confirmed = { from: '2025-07-01', to: '2025-07-01', by: supervisor.person.name };
    expect(await readBatch()).toMatchObject({ confirmed });
    for (const { number } of [one, other]) expect(await letterOf(number)).toMatchObject({ mailed_on: '2025-07-01' });
    expect((await mailed('2025-07-01')).body).toMatchObject({ confirmed: 0, before: { letters: 2 } });
  });

  test('no day before the batch was created', async () => {
    const { number, code } = await queueOne();
    pass(server, 2 * day);
    await signIn();
    const id = await makeBatch(supervisor);
    expect(rulesOf(await confirm(`letter,mailed_on\n${code},2025-07-02`))).toEqual(['2 mailed-before-queued']);
    const byHand = await supervisor.post(`/letter-batches/${id}/mailed`, { mailedOn: '2025-07-02' });
    expect(rulesOf(byHand)).toEqual(['mailedOn mailed-before-queued']);
    expect(await letterOf(number)).toMatchObject({ status: 'in-batch' });
  });

  test('a letter once that a file has twice, with the earlier day', async () => {
    const { number, code } = await queueOne();
    await makeBatch(supervisor);
    pass(server, 3 * day);
    await signIn();
    const lines = [`${code},2025-07-03`, `${code},2025-07-02`, `${code},2025-07-02`];
    expect((await confirm(['letter,mailed_on', ...lines].join('\n'))).body).toEqual({ confirmed: 1, before: null });
    expect(await letterOf(number)).toMatchObject({ mailed_on: '2025-07-02', due_on: '2025-08-04' });
    expect((await eventsOf(server, number)).filter(({ kind }) => kind === 'letter-mailed')).toHaveLength(1);
  });

  test('a day in the way in which spreadsheets save it', async () => {
    const { number, code } = await queueOne();
    await makeBatch(supervisor);
    pass(server, 2 * day);
    await signIn();
    expect((await confirm(`letter,mailed_on\n${code},7/2/2025`)).body).toEqual({ confirmed: 1, before: null });
    expect(await letterOf(number)).toMatchObject({ mailed_on: '2025-07-02' });
  });

  test('a file with quotes, a byte order mark, other columns and empty lines, but not another encoding or separator', async () => {
    const { code } = await queueOne();
    await makeBatch(supervisor);
    for (const unreadable of [
      `letter;mailed_on\n${code};2025-07-01`,
      `letter,mailed_on,city\n${code},2025-07-01,Cami\uFFFDo`,
    ])
      expect((await confirm(unreadable)).body).toMatchObject({ code: 'bad-request' });
    const csv = `\uFEFF"Letter","Note",Mailed_On\r\n"${code}","a;b",2025-07-01\r\n,,\r\n\r\n`;
    expect((await confirm(csv)).body).toEqual({ confirmed: 1, before: null });
  });

  test('no letters of another case', async () => {
    const { number, code } = await queueOne();
    const id = await makeBatch(supervisor);
    const other = await signInTab(server, { role: 'supervisor', caseId: 'savings-club' });
    expect(rulesOf(await confirm(`letter,mailed_on\n${code},2025-07-01`, other))).toEqual(['2 unknown-letter']);
    expect((await other.post(`/letter-batches/${id}/mailed`, { mailedOn: '2025-07-01' })).status).toBe(404);
    expect(await letterOf(number)).toMatchObject({ status: 'in-batch' });
  });

  test('all letters or none when the process is killed', async () => {
    const [one, other] = [await queueOne(), await queueOne()];
    const id = await makeBatch(supervisor);
    await killInChild(id);
    for (const { number } of [one, other]) expect(await letterOf(number)).toMatchObject({ status: 'in-batch' });
    const again = await supervisor.post(`/letter-batches/${id}/mailed`, { mailedOn: '2025-07-01' });
    expect(again.body).toEqual({ confirmed: 2, before: null });
  });

  test('two people who confirm different days at once leave the earlier one', async () => {
    const letters = [await queueOne(), await queueOne()];
    await makeBatch(supervisor);
    pass(server, 3 * day);
    await signIn();
    const tabs = await openSideBySide(server, supervisor, await signInTab(server, 'supervisor'));
    const codes = letters.map(({ code }) => code);
    const files = [codes.map((code) => `${code},2025-07-03`), codes.toReversed().map((code) => `${code},2025-07-02`)];
    const answers = await Promise.all(
      tabs.map((tab, index) => confirm(['letter,mailed_on', ...(files[index] ?? [])].join('\n'), tab)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const { number } of letters)
      expect(await letterOf(number)).toMatchObject({ mailed_on: '2025-07-02', due_on: '2025-08-04' });
  });

  test('two people who confirm one batch at once record each letter once', async () => {
    const { number } = await queueOne();
    const id = await makeBatch(supervisor);
    const [one, other] = await openSideBySide(server, supervisor, await signInTab(server, 'supervisor'));
    const body = { mailedOn: '2025-07-01' };
    const answers = await Promise.all(
      [one ?? supervisor, other ?? supervisor].map((tab) =>
        tab.post<{ confirmed: number }>(`/letter-batches/${id}/mailed`, body),
      ),
    );
    expect(answers.map((answer) => String(answer.body.confirmed)).toSorted()).toEqual(['0', '1']);
    expect((await eventsOf(server, number)).filter(({ kind }) => kind === 'letter-mailed')).toHaveLength(1);
  });
});

const addressHeader = 'letter,name,address1,address2,address3,address4';
const send = (rows: readonly string[]) =>
  supervisor.post<{ added: number }>('/letter-addresses/imports', {
    source: 'ncoa',
    csv: [addressHeader, ...rows].join('\n'),
  });

test('addresses go out to a service and come back: waiting letters get the new ones', async () => {
  const [queued, other] = [await queueOne(), await queueOne()];
  const { text } = await supervisor.get(`/letter-addresses/addresses.csv?case=${caseId}`);
  const [header, ...lines] = text.replace('\uFEFF', '').trim().split('\r\n');
  expect(header).toBe(addressHeader);
  expect(lines.some((line) => line.startsWith(`${other.code},Jane Doe,`))).toBe(true);
  const unchanged = lines.find((line) => line.startsWith(other.code)) ?? '';
  const found = `${queued.code},Jane Doe,9 New Road,"Dayton, OH 45402",,`;
  const refused = await send([found, `${other.code},Jane Doe,9 New Road,Dayton,,`, '0000000000,X,1 A,"B, OH 45402",,']);
  expect(rulesOf(refused)).toEqual(['3 address-incomplete', '4 unknown-letter']);
  pass(server, 60);
  expect((await send([found, unchanged])).body).toEqual({ added: 1 });
  expect((await send([found])).body).toEqual({ added: 0 });
  expect(await letterOf(queued.number)).toMatchObject({
    status: 'queued',
    address: ['Jane Doe', '9 New Road', 'Dayton, OH 45402'],
    replaces: null,
  });
  expect((await lettersOf(server, other.number)).map(({ status }) => status)).toEqual(['queued']);
  expect((await eventsOf(server, queued.number)).slice(-3)).toMatchObject([
    { kind: 'address-added', source: 'ncoa', by: supervisor.person.id },
    { kind: 'letter-cancelled', cause: 'new-address' },
    { kind: 'letter-queued' },
  ]);
  // Later letters go there, too. The answers stay.
  const [claim] = await server.query<{ street: string }>(
    "select answers->>'street1' as street from claims where number = $1",
    [queued.number],
  );
  expect(claim?.street).not.toBe('9 New Road');
});

test('a file of addresses comes back as it went out, also with addresses that cannot be mailed to or look like formulas', async () => {
  const odd = [
    await queueOne({ street1: 'A street with a name of more than 40 letters' }),
    await queueOne({ street1: '-12 Main Street' }),
    await queueOne({ street1: 'ａｂ 12‐3 Main Street' }),
  ];
  const { text } = await supervisor.get(`/letter-addresses/addresses.csv?case=${caseId}`);
  expect((await send(text.trim().split('\r\n').slice(1))).body).toEqual({ added: 0 });
  for (const { number } of odd) expect(await lettersOf(server, number)).toMatchObject([{ status: 'queued' }]);
});

test('addresses in other scripts are kept; those that lost letters, or differ for one claim, are refused', async () => {
  const { number, code, id } = await queueOne();
  const found = (street: string) => `${code},José Nuñez,${street},"Añasco, PR 00610",,`;
  expect((await send([found('5 Cami\uFFFDo')])).body).toMatchObject({ code: 'bad-request' });
  const refused = await send([found('5 Calle Ñandú'), found('6 Calle Ñandú')]);
  expect(rulesOf(refused)).toEqual(['3 two-addresses']);
  expect(await letterOf(number)).toMatchObject({ id });
  pass(server, 60);
  expect((await send([found('5 Calle Ñandú'), found('5 Calle Ñandú')])).body).toEqual({ added: 1 });
  expect(await letterOf(number)).toMatchObject({ address: ['José Nuñez', '5 Calle Ñandú', 'Añasco, PR 00610'] });
});
