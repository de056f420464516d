import type { ClaimDetails } from '@redress/contract/console/claim-details';
import type { Correction } from '@redress/contract/console/corrections';
import type { SearchAnswer } from '@redress/contract/console/search';
import { companyHealthTypes } from '@redress/content/lists/company-health-types';
import { settlement } from '@redress/content/settlement';
import { readCorrections } from '@redress/server/claims/corrections/corrections';
import { readClaimStatus } from '@redress/server/claims/status/claim-status';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Browser, logInBrowser } from '../../../setup/browser.ts';
import { signInTab, type StaffTab, useStaff } from '../../../setup/console.ts';
import { exportList } from '../../../setup/console-records.ts';
import { purgeClaimsOf } from '../../../setup/clean-up.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { companyAnswers, fileTpp, openForm } from '../../../setup/sample-claims.ts';
import { beforeDeadline, memberOf, useTestServer } from '../../../setup/test-server.ts';
import { pdf } from '../../../setup/uploads.ts';

const server = useTestServer({ members: 40 });
const { reviewer } = useStaff(server, { reviewer: 'reviewer' });
let consumer: Browser;
let number: string;
let members = 0;

beforeEach(async () => {
  consumer = await logInBrowser(server.app, memberOf((members += 1)));
  number = (await consumer.fileClaim()).body.claimNumber;
});

const read = async (tab = reviewer, claim = number) => (await tab.get<ClaimDetails>(`/claims/${claim}`)).body;
const evidence = { source: 'call', documentId: null, note: 'Told on the phone' } as const;

interface Sent {
  readonly tab?: StaffTab;
  readonly claim?: string;
  readonly version?: string;
}

/** Corrects a field of the claim as it is now. */
async function correct(change: object, { tab = reviewer, claim = number, version }: Sent = {}) {
  const seen = version ?? (await read(reviewer, claim)).version;
  const body = { id: randomUUID(), ...evidence, ...change };
  return tab.post(`/claims/${claim}/corrections`, body, { 'if-match': `"${seen}"` });
}
async function withdraw(id: string | undefined, reason = 'It was another caller', version?: string) {
  const seen = version ?? (await read()).version;
  const path = `/claims/${number}/corrections/${id}/withdrawal`;
  return reviewer.post(path, { id: randomUUID(), reason }, { 'if-match': `"${seen}"` });
}
const statesOf = ({ corrections }: ClaimDetails) =>
  (corrections ?? []).map(({ field, value, state }: Correction) => [field, value, state]);
const answerOf = ({ answers }: ClaimDetails, field: string) =>
  answers?.flatMap(({ rows }) => rows).find(({ name }) => name === field)?.value;
const inForce = async () => {
  const [claim] = await server.query<{ id: string }>('select id from claims where number = $1', [number]);
  return readCorrections(server.database, claim?.id ?? '');
};

describe('a correction', () => {
  test('stands beside the answer, which stays as filed, with who made it, when, and from what', async () => {
    const before = await read();
    expect((await correct({ field: 'city', value: ' Tucson ' })).status).toBe(204);
    const after = await read();
    expect(after.answers).toEqual(before.answers);
    expect(after.corrections).toEqual([
      {
        id: expect.any(String),
        field: 'city',
        label: 'City',
        value: 'Tucson',
        at: beforeDeadline.toISOString(),
        author: reviewer.person.name,
        source: 'call',
        documentId: null,
        note: 'Told on the phone',
        state: 'current',
        withdrawal: null,
      },
    ]);
    expect(await inForce()).toEqual({ city: 'Tucson' });
    const [stored] = await server.query('select answers->>$2 as city from claims where number = $1', [number, 'city']);
    expect(stored).toEqual({ city: 'Phoenix' });
    const { database } = server;
    const receipt = await readClaimStatus({ database, settlement, now: () => server.now }, number);
    expect(JSON.stringify(receipt?.claim.summary)).toContain('Phoenix');
    expect(JSON.stringify(receipt?.claim.summary)).not.toContain('Tucson');
    expect(after.history.at(-1)).toMatchObject({
      kind: 'claim-corrected',
      details: { by: reviewer.person.id, field: 'city', source: 'call' },
    });
    expect(JSON.stringify(after.history)).not.toContain('Tucson');
  });

  test('is replaced by a later one, which leaves it visible, and withdrawn by an entry', async () => {
    await correct({ field: 'city', value: 'Tucson' });
    await correct({ field: 'city', value: 'Mesa' });
    const replaced = await read();
    expect(statesOf(replaced)).toEqual([
      ['city', 'Tucson', 'replaced'],
      ['city', 'Mesa', 'current'],
    ]);
    expect((await withdraw(replaced.corrections?.[0]?.id)).body.code).toBe('conflict');
    expect((await withdraw(replaced.corrections?.[1]?.id)).status).toBe(204);
    const withdrawn = await read();
    expect(statesOf(withdrawn)[1]).toEqual(['city', 'Mesa', 'withdrawn']);
    expect(withdrawn.corrections?.[1]?.withdrawal).toEqual({
      at: beforeDeadline.toISOString(),
      author: reviewer.person.name,
      reason: 'It was another caller',
    });
    expect(await inForce()).toEqual({});
    expect((await withdraw(replaced.corrections?.[1]?.id)).body.code).toBe('conflict');
    expect(withdrawn.history.filter(({ kind }) => kind === 'claim-corrected')).toHaveLength(3);
  });

  test('of the name and the amount shows above the claim, also to a viewer, whose name is masked', async () => {
    await correct({ field: 'name1', value: 'Janet Roe' });
    await correct({ field: 'repealerStateTotalAmountPaid', value: '1300.25' });
    expect((await read()).corrected).toEqual({ name: 'Janet Roe', range: null, amount: '1300.25' });
    const seen = await read(await signInTab(server, 'viewer'));
    expect(seen).toMatchObject({ corrected: { name: 'J•••• R••', amount: '1300.25' }, corrections: null });
    expect(JSON.stringify(seen)).not.toMatch(/Janet|Roe/);
  });

  test('of contact data is seen by the call center and finance, without the evidence; others are not', async () => {
    await correct({ field: 'phone1', value: '602 555-0177' });
    await correct({ field: 'insuranceQuestion', value: await otherOption() });
    for (const role of ['call-center', 'finance'] as const) {
      const seen = await read(await signInTab(server, role));
      expect(statesOf(seen)).toEqual([['phone1', '602 555-0177', 'current']]);
      expect(seen.corrections?.[0]).toMatchObject({ note: null, documentId: null });
      expect(seen.correctable).toBeNull();
    }
  });

  test('sent again with the same ID is made once; the ID of another one is a conflict', async () => {
    const id = randomUUID();
    const { version } = await read();
    for (let times = 0; times < 2; times += 1)
      expect((await correct({ id, field: 'city', value: 'Tucson' }, { version })).status).toBe(204);
    expect((await read()).corrections).toHaveLength(1);
    const changed = { id, field: 'city', value: 'Tucson', note: 'Told in a letter' };
    expect((await correct(changed, { version })).body.code).toBe('conflict');
    const other = await signInTab(server, 'reviewer');
    expect((await correct({ id, field: 'city', value: 'Mesa' }, { tab: other })).body.code).toBe('conflict');
  });

  test('over one that the person has not seen is refused; a note meanwhile is no reason', async () => {
    const { version } = await read();
    await reviewer.post(`/claims/${number}/notes`, { id: randomUUID(), text: 'A note' });
    expect((await correct({ field: 'city', value: 'Tucson' }, { version })).status).toBe(204);
    const stale = await correct({ field: 'city', value: 'Mesa' }, { version });
    expect([stale.status, stale.body.code]).toEqual([412, 'changed-meanwhile']);
    const [first] = (await read()).corrections ?? [];
    expect((await withdraw(first?.id, 'x', version)).status).toBe(412);
    const unseen = { id: randomUUID(), ...evidence, field: 'city', value: 'x' };
    expect((await reviewer.post(`/claims/${number}/corrections`, unseen)).status).toBe(400);
  });

  test('names a document of this claim as its evidence, or a note', async () => {
    await consumer.upload(number, [{ name: 'letter.pdf', bytes: pdf(2_000) }]);
    const [document] = (await read()).documents;
    const change = { field: 'city', value: 'Tucson', note: ' ' };
    expect(await errorsOf(correct({ ...change, documentId: null }))).toEqual([
      ['note', 'Choose a document that shows it, or describe the evidence.'],
    ]);
    expect(await errorsOf(correct({ ...change, documentId: randomUUID() }))).toEqual([
      ['documentId', 'This document doesn’t belong to the claim.'],
    ]);
    expect((await correct({ ...change, documentId: document?.id })).status).toBe(204);
    expect((await read()).corrections?.[0]).toMatchObject({ documentId: document?.id, note: '' });
  });
});

const errorsOf = async (sent: ReturnType<typeof correct>) =>
  ((await sent).body.errors ?? []).map(({ field, message }) => [field, message]);
const otherOption = async () => {
  const record = await read();
  const field = record.correctable?.find(({ name }) => name === 'insuranceQuestion');
  return field?.options.find(({ value }) => value !== field.value)?.value;
};

describe('the value', () => {
  test('follows the rules of the form, with the messages that the claimant would get', async () => {
    for (const [field, value, message] of [
      ['zip', '123', /ZIP|digits/i],
      ['email', 'jane at home', /email/i],
      ['name1', ' ', /./],
      ['state', 'Atlantis', /./],
      ['city', 'Phoenix', /^The answer is already the same.$/],
    ] as const)
      expect(await errorsOf(correct({ field, value }))).toEqual([['value', expect.stringMatching(message)]]);
    expect((await read()).corrections).toEqual([]);
  });

  test('is offered for every answer but tax IDs, signatures and confirmed statements', async () => {
    const payor = (await fileTpp(await openForm(server.app), companyAnswers)).body.claimNumber;
    const offered = (await read(reviewer, payor)).correctable?.map(({ name }) => name) ?? [];
    expect(offered).toContain('healthPlanCompanyName');
    for (const field of ['tin', 'otherNames', 'signature', 'classMemberConfirmation', 'classMembers', 'nothing']) {
      expect(offered).not.toContain(field);
      expect(await errorsOf(correct({ field, value: '123456789' }, { claim: payor }))).toEqual([
        ['field', 'This answer can’t be corrected.'],
      ]);
    }
    const fields = (await read()).correctable ?? [];
    expect(fields.find(({ name }) => name === 'state')).toMatchObject({
      kind: 'select',
      value: 'Arizona',
      options: expect.arrayContaining([{ value: 'Ohio', label: 'Ohio' }]),
    });
  });

  test('that makes the form ask for more offers what it asks for', async () => {
    const { otherCompanyHealthType: _other, ...answers } = companyAnswers;
    const [companyHealthType] = companyHealthTypes;
    const filed = await fileTpp(await openForm(server.app), { ...answers, companyHealthType });
    const claim = filed.body.claimNumber;
    const change = { field: 'otherCompanyHealthType', value: 'Church plan' };
    expect(await errorsOf(correct(change, { claim }))).toEqual([
      ['field', expect.stringContaining('doesn’t ask for this')],
    ]);
    expect((await correct({ field: 'companyHealthType', value: 'Other' }, { claim })).status).toBe(204);
    expect(answerOf(await read(reviewer, claim), 'otherCompanyHealthType')).toBe('');
    expect((await correct(change, { claim })).status).toBe(204);
    // An answer that the form no longer asks for stays, because it was filed.
    const payor = (await fileTpp(await openForm(server.app), companyAnswers)).body.claimNumber;
    await correct({ field: 'companyHealthType', value: companyHealthType }, { claim: payor });
    expect(answerOf(await read(reviewer, payor), 'otherCompanyHealthType')).toBe('Church plan');
  });
});

test('a corrected claim is found by both, and listed and exported with both', async () => {
  await correct({ field: 'name1', value: 'Zenobia Quux' });
  await correct({ field: 'street1', value: '77 Corrected Road' });
  await correct({ field: 'phone1', value: '602 555-0188' });
  await correct({ field: 'email', value: 'zenobia@example.com' });
  await correct({ field: 'repealerStateTotalAmountPaid', value: '12000' });
  await fillSearchOf(server);
  for (const q of ['zenobia', '602 555 0188', 'zenobia@example.com', 'jane doe']) {
    const { claims } = (await reviewer.post<SearchAnswer>('/search', { q })).body;
    expect([q, claims.map((claim) => claim.number)]).toEqual([q, expect.arrayContaining([number])]);
  }
  const [row] = await server.query('select high_value from claim_search where number = $1', [number]);
  expect(row).toEqual({ high_value: true });

  const columns = ['number', 'name', 'amount'];
  columns.push('corrected-name', 'corrected-amount', 'corrected-contact', 'corrections');
  const id = await exportList(server, reviewer, 'claims', columns);
  const csv = (await reviewer.get(`/exports/${id}/file`)).text;
  const line = csv.split('\r\n').find((each) => each.startsWith(number));
  for (const text of ['Jane Doe', '1250.5', 'Zenobia Quux', '12000']) expect(line).toContain(text);
  expect(line).toContain('Street address: 12 Larkmoor Lane → 77 Corrected Road');
  expect(line).toContain('Total amount you paid, in dollars: $1,250.50 → $12,000.00');

  // The column of all corrections is for people who see the answers.
  const finance = await signInTab(server, 'finance');
  const offered = (await finance.get<{ columns: { key: string }[] }>('/exports/offer?list=claims')).body.columns;
  const keysOf = offered.map(({ key }) => key);
  expect(keysOf).toContain('corrected-contact');
  expect(keysOf).not.toContain('corrections');
});

test('an amount that is corrected down no longer has the flag of a high amount', async () => {
  const payor = (await fileTpp(await openForm(server.app), companyAnswers)).body.claimNumber;
  const isHigh = async () => {
    await fillSearchOf(server);
    return (await server.query('select high_value from claim_search where number = $1', [payor]))[0]?.['high_value'];
  };
  expect(await isHigh()).toBe(true);
  expect((await correct({ field: 'repealerStateTotalAmountPaid', value: '900' }, { claim: payor })).status).toBe(204);
  expect(await isHigh()).toBe(false);
});

test('corrections are emptied when the claim is purged', async () => {
  await correct({ field: 'city', value: 'Tucson' });
  const [first] = (await read()).corrections ?? [];
  await withdraw(first?.id);
  server.now = new Date('2034-01-01T12:00:00Z');
  await purgeClaimsOf(server);
  const rows = await server.query('select value, note, field from claim_corrections');
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.filter(({ value, note }) => value !== null || note !== null)).toEqual([]);
  const tab = await signInTab(server, 'reviewer');
  const { version, correctable, corrected } = await read(tab);
  expect({ correctable, corrected }).toEqual({
    correctable: null,
    corrected: { range: null, name: null, amount: null },
  });
  const body = { id: randomUUID(), ...evidence, field: 'city', value: 'Mesa' };
  expect((await tab.post(`/claims/${number}/corrections`, body, { 'if-match': `"${version}"` })).status).toBe(412);
});
