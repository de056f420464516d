import type {
  ClaimDetails,
  ClaimVersion,
  DataReports,
  ReceiptMail,
  RelatedClaims,
} from '@redress/contract/console/claim-details';
import type { ClaimLook } from '@redress/contract/console/claim-look';
import type { ClaimList } from '@redress/contract/console/claim-list';
import type { Member } from '@redress/contract/console/members';
import { settlement } from '@redress/content/settlement';
import { listRetentions } from '@redress/server/operations/purge/plan-purge';
import { purgeClaims } from '@redress/server/operations/purge/purge';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import type { StaffTab } from '../../../setup/console.ts';
import { checkDataFiles } from '../../../setup/data-checks.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { hasPdfToText } from '../../../setup/pdf-to-text.ts';
import { correctAnswer } from '../../../setup/review.ts';
import { companyAnswers, fileTpp, fileWithoutNotice, openForm } from '../../../setup/sample-claims.ts';
import { editRows } from '../../../setup/test-database.ts';
import { beforeDeadline, keys, memberOf } from '../../../setup/test-server.ts';
import { pdf } from '../../../setup/uploads.ts';
import { bill, useClaimDetails } from './use-claim-details.ts';

let consumer: Browser;
let number: string;
let payorNumber: string;

const { server, claims: filed, signIn, open, read, readsOf } = useClaimDetails();
beforeAll(() => {
  if (!filed.consumer) throw new Error('No claim was filed');
  ({ consumer, number, payorNumber } = filed);
});
beforeEach(() => {
  server.now = beforeDeadline;
});

const context = () => ({ database: server.database, keys, store: server.store, now: () => server.now });
const rowsOf = (sections: ClaimDetails['answers']) =>
  Object.fromEntries((sections ?? []).flatMap(({ rows }) => rows.map(({ name, value }) => [name, value])));
const versionOf = async (tab: StaffTab, claim = number) =>
  (await tab.get<ClaimVersion>(`/claims/${claim}/version`)).body.version;
describe('what a role sees of a claim', () => {
  test('a reviewer sees all answers with masked tax IDs, documents, history, notes and calls', async () => {
    const record = await read(await signIn('reviewer'), payorNumber);
    const answers = rowsOf(record.answers);
    expect(answers).toMatchObject({
      healthPlanCompanyName: 'Larkmoor Health Plan',
      repealerStateTotalAmountPaid: '$412,500.75',
      tin: '•••••3645',
    });
    expect(JSON.stringify(record)).not.toMatch(/918273645|51-?9283746/);
    expect(record).toMatchObject({ name: 'Larkmoor Health Plan', amount: '412500.7500', notes: [], calls: [] });
    expect(record.taxIds).toEqual(
      expect.arrayContaining([
        { path: 'tin', row: 'tin' },
        { path: 'otherNames', row: 'otherNames' },
      ]),
    );
    expect(record.history.map(({ kind }) => kind)).toEqual(['claim-filed']);
  });

  test('the call center sees what a caller asks for, and neither answers nor names of documents', async () => {
    const record = await read(await signIn('call-center'));
    expect(record).toMatchObject({
      name: 'Jane Doe',
      noticeId: memberOf(0).noticeId,
      status: 'ready',
      filedAt: beforeDeadline.toISOString(),
      late: false,
      amount: '1250.5000',
      receipt: { state: 'pending', to: 'j•••@example.com', at: null },
      answers: null,
      taxIds: null,
      notes: [],
      mailing: { source: null },
    });
    expect(Object.fromEntries((record.contact ?? []).map(({ name, value }) => [name, value]))).toEqual({
      name1: 'Jane Doe',
      street1: '12 Larkmoor Lane',
      city: 'Phoenix',
      state: 'Arizona',
      zip: '85001',
      phone1: '602 555-0100',
      email: 'jane.doe@example.com',
    });
    expect(record.documents).toMatchObject([{ name: null, type: 'pdf', size: bill.length, previewable: false }]);
    expect(JSON.stringify(record)).not.toContain('bill');
  });

  test('mail goes to the confirmed address of the class member, which the claim shows with its source', async () => {
    const { noticeId } = memberOf(0);
    const address = { street: '7 New Street', city: 'Reno', state: 'Nevada', zip: '89501' };
    const tab = await signIn('reviewer');
    const { body } = await tab.get<Member>(`/members/${noticeId}`);
    const changed = await tab.send('POST', `/members/${noticeId}/addresses`, {
      body: { ...address, source: 'call', reason: 'She moved' },
      headers: { 'if-match': `"${body.version}"` },
    });
    expect(changed.status).toBe(200);
    expect((await read(tab)).mailing).toEqual({ address, source: 'call' });
  });

  test('a viewer sees figures and flags, and nothing that says whose claim it is', async () => {
    const record = await read(await signIn('viewer'));
    expect(record).toMatchObject({
      contact: null,
      mailing: null,
      answers: null,
      noticeId: null,
      taxIds: null,
      notes: null,
      calls: null,
    });
    expect(record).toMatchObject({ name: 'J••• D••', amount: '1250.5000', receipt: { to: null } });
    // Whole numbers, because hashes have any digits.
    expect(JSON.stringify(record)).not.toMatch(
      /Jane|Doe|Larkmoor|Phoenix|\b85001\b|555-0100|\b6025550100\b|example\.com|\b200000000\b|bill/,
    );
  });

  test('finance sees contact data and which tax IDs can be revealed, without the other answers', async () => {
    const record = await read(await signIn('finance'), payorNumber);
    expect(record).toMatchObject({ name: 'Larkmoor Health Plan', answers: null, notes: null, calls: null });
    expect(record.taxIds?.map(({ path }) => path)).toContain('tin');
  });

  test('a claim is found by its number and by its reference number, and the view is logged', async () => {
    const tab = await signIn('reviewer');
    const { reference } = await read(tab);
    expect(reference).toMatch(new RegExp(`^\\d+REF${number}$`));
    expect((await read(tab, reference)).number).toBe(number);
    const view = { what: 'view', subject: `claim ${number}`, reason: null, result_ids: [] };
    expect(await readsOf(tab)).toEqual([view, view]);
  });

  test('nothing is found as another number, or as what is no number', async () => {
    const tab = await signIn('reviewer');
    for (const typed of ['0000000000', 'nothing', '8001583106; drop table claims', '%25'])
      expect([typed, (await open(tab, typed)).status]).toEqual([typed, 404]);
  });

  test('a role in one case opens nothing more in another case that another role shows', async () => {
    const tab = await signIn({ role: 'reviewer', caseId: 'savings-club' }, { role: 'viewer', caseId: 'brand-drug' });
    expect(await read(tab)).toMatchObject({ answers: null, contact: null, notes: null });
  });

  test('a Spanish claim is shown in English, and as it was filed', async () => {
    const browser = await logInBrowser(server.app, memberOf(5), '127.0.0.1', 'es');
    const filed = (await browser.fileClaim()).body.claimNumber;
    const record = await read(await signIn('reviewer'), filed);
    expect(record.language).toBe('es');
    const labelsOf = (sections: ClaimDetails['answers']) =>
      Object.fromEntries((sections ?? []).flatMap(({ rows }) => rows.map(({ name, label }) => [name, label])));
    expect(labelsOf(record.answers)['city']).toBe('City');
    expect(labelsOf(record.answersAsFiled)['city']).toBe('Ciudad');
    expect(rowsOf(record.answers)).toMatchObject({ city: 'Phoenix', classMemberConfirmation: 'Confirmed' });
    expect((await read(await signIn('reviewer'))).answersAsFiled).toBeNull();
  });

  test('what is late or repeated is told apart', async () => {
    const tab = await signIn('reviewer');
    const again = (await consumer.fileClaim({ ...goodAnswers, repealerStateTotalAmountPaid: '99' })).body.claimNumber;
    expect(await read(tab, again)).toMatchObject({ flags: ['duplicate'], late: false });
    server.now = new Date('2025-12-01T12:00:00Z');
    const lateTab = await signIn('reviewer');
    const late = (await (await logInBrowser(server.app, memberOf(1))).fileClaim()).body.claimNumber;
    expect(await read(lateTab, late)).toMatchObject({ flags: ['late'], deadline: settlement.claimForms[0]?.deadline });
  });
});

test('the claim, the list and other claims show the same flags, and the same amount or range', async () => {
  const paid = { outOfpocketExpensePaid: '$501-$1,000', email: 'twice@example.com' };
  const ranged = await fileWithoutNotice(server, paid);
  const again = await fileWithoutNotice(server, { ...paid, outOfpocketExpensePaid: '$10,000 or more' });
  await fillSearchOf(server);
  const tab = await signIn('reviewer');
  const { claims } = (await tab.get<ClaimList>('/claims')).body;
  expect(claims.map((claim) => claim.number)).toEqual(expect.arrayContaining([number, payorNumber, ranged, again]));
  for (const { number: each, amount, range, flags } of claims)
    expect(await read(tab, each)).toMatchObject({ amount, range, flags });
  const ranges = new Map(claims.map((claim) => [claim.number, claim.range]));
  expect(ranges.get(ranged)).toEqual({ from: '501.00', to: '1000.00' });
  expect(ranges.get(again)).toEqual({ from: '10000.00', to: null });
  expect(ranges.get(number)).toBeNull();
  expect(claims.find((claim) => claim.number === payorNumber)?.flags).toContain('high-value');
  const related = (await tab.get<RelatedClaims>(`/claims/${again}/related`)).body.groups;
  expect(related.find(({ by }) => by === 'email')?.claims).toMatchObject([
    { number: ranged, range: ranges.get(ranged) },
  ]);
});

test('a data file is reported with its totals, its findings in sentences, and what differs from the answers', async () => {
  const browser = await openForm(server.app);
  const claim = (await fileTpp(browser, { ...companyAnswers, formVersion: 2 })).body.claimNumber;
  const lines = [
    'TPP Name|NDC or Drug Name|Fill or Purchase Date|State of Purchase|State of Insured|Amount Paid',
    ...Array.from({ length: 3 }, () => 'Larkmoor Health Plan|nothing known|2009-13-45|Arizona|Arizona|100.00'),
  ];
  await browser.upload(claim, [{ name: 'purchases.txt', bytes: Buffer.from(lines.join('\n')) }], 'TppClaimants');
  const tab = await signIn('reviewer');
  expect((await read(tab, claim)).documents).toMatchObject([{ data: { state: 'waiting' } }]);
  await checkDataFiles(server);
  const checked = { data: { state: 'checked', errors: expect.any(Number) } };
  expect((await read(tab, claim)).documents).toMatchObject([checked]);
  const { body } = await tab.get<DataReports>(`/claims/${claim}/data-checks`);
  expect(body.review.join(' ')).toMatch(/membership/i);
  const [file] = body.files;
  expect(file).toMatchObject({ name: 'purchases.txt', tables: [{ rows: 3 }] });
  expect(file?.purchases?.faulty.rows).toBe(3);
  expect(file?.findings[0]).toMatchObject({ severity: 'error', place: expect.stringMatching(/^line \d/) });
  expect(file?.findings.map(({ explanation }) => explanation).join(' ')).toContain('2009-13-45');
});

test('the receipt is the claimant’s PDF, with masked tax IDs, and the text of its mail', async () => {
  const tab = await signIn('reviewer');
  const receiptOf = (claim: string) => tab.get(`/claims/${claim}/receipt.pdf`);
  const [payor, shown] = [await receiptOf(payorNumber), await receiptOf(number)];
  expect([payor.status, payor.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(payor.headers['content-disposition']).toMatch(/^attachment; filename=".*\.pdf"$/);
  expect(payor.headers['cache-control']).toContain('no-store');
  const { body } = await tab.get<ReceiptMail>(`/claims/${number}/receipt-mail`);
  expect(body).toMatchObject({ subject: expect.stringContaining(number), language: 'en' });
  expect(body.text).toContain('Jane Doe');
  expect(await readsOf(tab)).toEqual([
    { what: 'download', subject: `claim ${payorNumber}`, reason: null, result_ids: ['receipt'] },
    { what: 'download', subject: `claim ${number}`, reason: null, result_ids: ['receipt'] },
    { what: 'view', subject: `claim ${number}`, reason: null, result_ids: ['receipt mail'] },
  ]);
  if (!hasPdfToText) return;
  const textOf = (input: Buffer) => execFileSync('pdftotext', ['-layout', '-', '-'], { input, encoding: 'utf8' });
  const own = await server.app.inject({
    url: `/api/claims/${number}/receipt.pdf`,
    headers: { cookie: consumer.cookieHeader(), 'receipt-token': consumer.receiptTokens.get(number) ?? '' },
  });
  expect(textOf(shown.bytes)).toBe(textOf(own.rawPayload));
  expect(textOf(shown.bytes)).toContain('Jane Doe');
  expect(textOf(payor.bytes)).toContain('•••••3645');
  expect(textOf(payor.bytes)).not.toMatch(/918273645|51-?9283746/);
});

describe('history', () => {
  test('comes with the seal of each entry, its root, and whether the chain is as it was written', async () => {
    const tab = await signIn('reviewer');
    const before = await read(tab);
    await sealHistory(context());
    const record = await read(tab);
    expect(before.history.every(({ seal }) => seal === null)).toBe(true);
    expect(record.history.every(({ seal }) => seal !== null)).toBe(true);
    const [root] = await server.query<{ root: string }>(
      `select encode(root, 'hex') as root from history_seals where position = ${record.history[0]?.seal}`,
    );
    expect(record.seals).toMatchObject([{ position: record.history[0]?.seal, root: root?.root, valid: true }]);
    expect(record.brokenEntry).toBeNull();
    expect(record.version).not.toBe(before.version);
  });

  test('shows an entry or a seal that somebody changed', async () => {
    const tab = await signIn('reviewer');
    const other = (await (await logInBrowser(server.app, memberOf(3))).fileClaim()).body.claimNumber;
    await sealHistory(context());
    await editRows(
      server.connectionString,
      `update claim_history set details = details || '{"late": true}' where claim_id = (select id from claims where number = '${other}')`,
    );
    const { brokenEntry, history } = await read(tab, other);
    expect(brokenEntry).toBe(1);
    const addEntries = (count: number) =>
      editRows(server.connectionString, 'update history_seals set entries = entries + $2 where position = $1', [
        history[0]?.seal,
        count,
      ]);
    await addEntries(1);
    expect((await read(tab, other)).seals).toMatchObject([{ valid: false }]);
    await addEntries(-1);
  });
});

test('the version of a claim changes with everything that others do, is 304 until then, and no read', async () => {
  const { version } = await read(await signIn('reviewer'));
  const tab = await signIn('reviewer');
  expect(await versionOf(tab)).toBe(version);
  const same = () => tab.get(`/claims/${number}/version`, { 'if-none-match': `"${version}"` });
  expect((await same()).status).toBe(304);
  await (await signIn('call-center')).post(`/claims/${number}/notes`, { id: randomUUID(), text: 'Called' });
  expect((await same()).status).toBe(200);
  const later = await versionOf(tab);
  await consumer.upload(number, [{ name: 'another.pdf', bytes: pdf(900) }]);
  expect(await versionOf(tab)).not.toBe(later);
  expect(await readsOf(tab)).toEqual([]);
});

describe('other claims', () => {
  const related = async (tab: StaffTab, claim: string) => {
    const { status, body } = await tab.get<RelatedClaims>(`/claims/${claim}/related`);
    expect(status).toBe(200);
    return Object.fromEntries(
      body.groups.map(({ by, claims, more }) => [by, { numbers: claims.map((each) => each.number), more }]),
    );
  };

  test('of the same tax ID, email, phone, address, or name and ZIP are found, with why', async () => {
    const file = async (
      healthPlanCompanyName: string,
      tin: string,
      street1: string,
      phone1: string,
      mailbox: string,
    ) => {
      const emailAddress = `${mailbox}@another.example.com`;
      const contact = {
        contactName: 'Ada Onlyhere',
        signature: 'Ada Onlyhere',
        zip: '10001',
        street1,
        phone1,
        emailAddress,
      };
      const answers = { ...companyAnswers, otherNames: '', healthPlanCompanyName, tin, ...contact };
      return (await fileTpp(await openForm(server.app), answers)).body.claimNumber;
    };
    const first = await file('Quite Another Fund', '123454321', '1 Elsewhere Road', '212 555-0178', 'x');
    const sameTaxId = await file('Renamed Fund', '123454321', '2 Elsewhere Road', '212 555-0177', 'y');
    const samePhone = await file('Third Fund', '123454322', '3 Elsewhere Road', '(212) 555-0178', 'z');
    const sameAddress = await file('Quite another fund', '123454323', '1  elsewhere road', '212 555-0179', 'X');
    await fillSearchOf(server);
    expect(await related(await signIn('call-center'), first)).toEqual({
      'tax-id': { numbers: [sameTaxId], more: false },
      phone: { numbers: [samePhone], more: false },
      email: { numbers: [sameAddress], more: false },
      address: { numbers: [sameAddress], more: false },
      'name-and-zip': { numbers: [sameAddress], more: false },
    });
  });

  test('of the corrected name and ZIP code are found beside those of the filed ones', async () => {
    const file = (name1: string, zip: string) => fileWithoutNotice(server, { name1, zip });
    const claim = await file('Ida Quilfether', '97301');
    const asFiled = await file('Ida Quilfether', '97301');
    const asCorrected = await file('Ida Quillfeather', '97302');
    const reviewer = await signIn('reviewer');
    for (const change of [
      { field: 'zip', value: '97302' },
      { field: 'name1', value: 'Ida Quillfeather' },
    ])
      expect(await correctAnswer(reviewer, claim, change)).toBeLessThan(300);
    await fillSearchOf(server);
    const { numbers = [] } = (await related(reviewer, claim))['name-and-zip'] ?? {};
    expect(numbers.toSorted()).toEqual([asFiled, asCorrected].toSorted());
  });

  test('are twenty at most for each reason, which says that there are more, and are logged', async () => {
    const browser = await logInBrowser(server.app, memberOf(4));
    const numbers: string[] = [];
    for (let count = 0; count < 22; count += 1) numbers.push((await browser.fileClaim()).body.claimNumber);
    const tab = await signIn('reviewer');
    const found = (await related(tab, numbers[0] ?? ''))['notice-id'];
    expect([found?.numbers.length, found?.more]).toEqual([20, true]);
    expect(found?.numbers).not.toContain(numbers[0]);
    const [logged] = await readsOf(tab);
    expect(logged).toMatchObject({
      what: 'list',
      subject: `claim ${numbers[0]}`,
      result_ids: expect.arrayContaining((found?.numbers ?? []).map((each) => `claim ${each}`)),
    });
  });
});

test('one look at a claim is one entry of the access log, which names the parts that the person saw', async () => {
  const look = async (tab: StaffTab) => (await tab.get<ClaimLook>(`/claims/${number}/look`)).body;
  const tab = await signIn('reviewer');
  const { record, review, related, integrity } = await look(tab);
  const others = related.groups.flatMap((group) => group.claims.map((each) => `claim ${each.number}`));
  const parts = ['answers', 'contact information', 'notes', 'other claims', 'signals'].map((part) => `part ${part}`);
  expect(await readsOf(tab)).toEqual([
    { what: 'view', subject: `claim ${number}`, reason: null, result_ids: [...parts, ...new Set(others)] },
  ]);
  expect(record).toEqual(await read(tab));
  expect(review).toEqual((await tab.get(`/claims/${number}/review`)).body);
  expect(integrity).toEqual((await tab.get(`/claims/${number}/integrity`)).body);
  const viewer = await signIn('viewer');
  expect(await look(viewer)).toMatchObject({
    related: { groups: [], isPartial: false },
    integrity: { hidden: null, integrity: null },
  });
  expect(await readsOf(viewer)).toMatchObject([{ what: 'view', result_ids: [] }]);
});

test('a purged claim keeps number, dates, flags and history, and nothing is added to it', async () => {
  const tab = await signIn('supervisor');
  const purged = (await (await logInBrowser(server.app, memberOf(2))).fileClaim()).body.claimNumber;
  await tab.post(`/claims/${purged}/notes`, { id: randomUUID(), text: 'Jane is on vacation' });
  await tab.post(`/claims/${purged}/calls`, { id: randomUUID(), topic: 'other', text: 'Her sister' });
  const now = () => new Date('2040-01-01T00:00:00Z');
  const [retention] = listRetentions({ settlement, now }).filter(({ caseId }) => caseId === 'brand-drug');
  if (!retention) throw new Error('The case has no rule');
  const { uploadFolder } = server;
  await editRows(server.connectionString, "update claims set case_id = 'kept' where number <> $1", [purged]);
  await purgeClaims({ ...context(), settlement, uploadFolder, now, mailFolder: '/nowhere' }, retention);
  await editRows(server.connectionString, "update claims set case_id = 'brand-drug' where case_id = 'kept'");
  const record = await read(tab, purged);
  expect(record).toMatchObject({
    status: 'purged',
    name: null,
    contact: [],
    answers: [],
    documents: [],
    notes: [],
    calls: [],
  });
  expect(record.history.map(({ kind }) => kind)).toContain('claim-purged');
  expect(JSON.stringify(record)).not.toMatch(/Jane|sister/);
  for (const path of ['receipt.pdf', 'receipt-mail']) {
    const receipt = await tab.get(`/claims/${purged}/${path}`);
    expect([receipt.status, receipt.body.detail]).toEqual([404, expect.stringContaining('were deleted')]);
  }
  const { status, body } = await tab.post(`/claims/${purged}/notes`, { id: randomUUID(), text: 'Too late' });
  expect([status, body.code]).toEqual([412, 'changed-meanwhile']);
  expect(
    await server.query('select from notes join claims on claims.id = claim_id where number = $1', [purged]),
  ).toEqual([]);
});
