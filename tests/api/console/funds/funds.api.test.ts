import type { Approvals } from '@redress/contract/console/approvals';
import {
  entryKinds,
  type FundPage,
  isOrderKind,
  ledgerAccounts,
  type ListedFund,
  maxOrderBytes,
} from '@redress/contract/console/funds';
import { contentOf, type StoredApproval } from '@redress/server/console/approvals/approvals';
import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createToken, type Options, setUpWithPasskey } from '../../../setup/staff.ts';
import { ConsoleTab, signInTab, type StaffTab, useStaff } from '../../../setup/console.ts';
import {
  accountsOf,
  approveEntries,
  askEntry,
  askReversal,
  effectiveOn,
  enter,
  fund,
  readFund,
  uploadOrder,
} from '../../../setup/funds.ts';
import { readJournal } from '../../../setup/hledger-reader.ts';
import { lineUp } from '../../../setup/line-up.ts';
import { isLongRun } from '../../../setup/long-tests.ts';
import { hasProgram } from '../../../setup/programs.ts';
import { useTestServer } from '../../../setup/test-server.ts';
import { hashOf, pdf } from '../../../setup/uploads.ts';
import { makeFolder } from '../../../setup/folders.ts';

const server = useTestServer({ members: 0 });
const { asker, second } = useStaff(server, { asker: 'finance', second: 'finance' });
beforeEach(async () => {
  // The ledger itself is never emptied.
  const tables = ['court_orders', 'ledger_transactions', 'ledger_entries', 'approvals'];
  await server.query(
    [
      `set session_replication_role = 'replica'`,
      ...tables.toReversed().map((table) => `delete from ${table}`),
      `set session_replication_role = 'origin'`,
    ].join('; '),
  );
});

const cents = (dollars: string) => BigInt(dollars.replace('.', ''));
const waiting = async (tab: StaffTab) =>
  (await tab.get<Approvals>('/approvals?kind=ledger-entry')).body.approvals.filter(({ decision }) => decision === null);
const journalOf = async () => (await asker.get(`/funds/${fund.id}/journal`)).text;

test('what came in, what was ordered and what is left, with the order behind each entry', async () => {
  await enter(asker, second, { kind: 'contribution', amount: '25500000' });
  await enter(asker, second, { kind: 'interest', amount: '1234.5' });
  const bytes = pdf(3_000);
  const orderId = (await uploadOrder(asker, bytes, 'Order on fees.pdf')).body.id;
  await enter(asker, second, { kind: 'fees', amount: '8500000.00', docket: '310', orderId });
  await enter(asker, second, { kind: 'service-awards', amount: '15000', docket: '310', orderId });
  await enter(asker, second, { kind: 'reserve', amount: '100000', docket: '311' });
  const page = await readFund(asker);
  expect(Object.fromEntries(page.lines.map(({ kind, amount }) => [kind, amount]))).toEqual({
    contribution: '25500000.00',
    interest: '1234.50',
    fees: '8500000.00',
    expenses: '0.00',
    'service-awards': '15000.00',
    administration: '0.00',
    taxes: '0.00',
    reserve: '100000.00',
  });
  expect(page).toMatchObject({
    received: '25501234.50',
    // 25,501,234.50 − 8,500,000 − 15,000 − 100,000
    net: '16886234.50',
    // The reserve stays in the bank.
    cash: '16986234.50',
    feeAtMost: '8670000.00',
    waiting: 0,
    transactionCount: 5,
  });
  const { funds } = (await asker.get<{ funds: ListedFund[] }>('/funds')).body;
  expect(funds.find(({ id }) => id === fund.id)).toMatchObject({ received: page.received, net: page.net, waiting: 0 });
  const fees = page.transactions.find(({ kind }) => kind === 'fees');
  expect(fees).toMatchObject({
    effectiveOn,
    enteredBy: asker.person.name,
    approvedBy: second.person.name,
    order: { docket: '310', orderedOn: '2025-06-01', name: 'Order on fees.pdf', sha256: hashOf(bytes) },
  });
  const download = await second.get(`/funds/${fund.id}/orders/${fees?.order?.id}`);
  expect(download.bytes).toEqual(bytes);
});

test('balances as of a date leave out later entries', async () => {
  await enter(asker, second, { kind: 'contribution', amount: '100', effectiveOn: '2025-06-01' });
  await enter(asker, second, { kind: 'interest', amount: '1', effectiveOn: '2025-06-02' });
  expect(await readFund(asker, '2025-06-01')).toMatchObject({ received: '100.00', transactionCount: 1 });
  expect(await readFund(asker, '2025-06-02')).toMatchObject({ received: '101.00', transactionCount: 2 });
});

test('an entry counts only after another finance person approved it, and a declined one says why', async () => {
  expect((await askEntry(asker, { kind: 'contribution', amount: '100' })).status).toBe(204);
  expect(await readFund(asker)).toMatchObject({ received: '0.00', waiting: 1, requested: [{ decision: null }] });
  const [request] = await waiting(second);
  expect(request).toMatchObject({
    fund: fund.id,
    what: expect.stringMatching(
      /^Enter Contribution, \$100\.00, as of Jun 30, 2025 in the fund “.*”, bank account escrow\.$/,
    ),
  });
  await second.post(`/approvals/${request?.id}/decline`, { reason: 'The bank has $90.' });
  expect((await readFund(asker)).requested).toMatchObject([
    { decision: 'declined', decisionReason: 'The bank has $90.', decidedBy: second.person.name },
  ]);
  expect(await server.query('select from ledger_transactions')).toEqual([]);
});

test('a second person signs with a passkey over the content: amount, day, order and its SHA-256', async () => {
  const third = await signInTab(server, 'finance');
  const signer = await setUpWithPasskey(server, await createToken(server, third.person.id));
  await askEntry(asker, { kind: 'taxes', amount: '100', docket: '320' });
  const [request] = await waiting(second);
  const sign = async () => {
    const { body } = await signer.tab.post<{ passkey: Options }>(`/approvals/${request?.id}/proof`);
    const passkey = signer.passkey.prove(body.passkey);
    return () => signer.tab.post(`/approvals/${request?.id}/approve`, { passkey });
  };
  const [row] = await server.query<StoredApproval>('select * from approvals');
  if (!row) throw new Error('Nothing was requested');
  const details = { ...(row.details as object), amount: '900.00' };
  const ofOther = createHash('sha256')
    .update(contentOf({ ...row, details }))
    .digest();
  const change = (to: unknown, hash: Buffer) =>
    ['update approvals set details = $1, details_hash = $2', [JSON.stringify(to), hash]] as const;
  const before = change(row.details, row.details_hash);
  // Between challenge and approval, without the hash and with it, and once the signature is verified.
  for (const [changed, isBefore, status] of [
    [change(details, row.details_hash), true, 500],
    [change(details, ofOther), true, 401],
    [change(details, ofOther), false, 500],
  ] as const) {
    const approve = await sign();
    if (isBefore) await server.query(...changed);
    const [answer] = isBefore ? [await approve()] : await lineUp(server, changed, [approve]);
    expect(answer?.status).toBe(status);
    await server.query(...before);
  }
  expect(await accountsOf(asker)).toEqual({});
  expect((await (await sign())()).status).toBe(204);
  expect(await accountsOf(asker)).toEqual({ 'assets:cash:escrow': '-100.00', 'expenses:taxes': '100.00' });
});

test('neither the person who asked nor one without the role can approve, by the API and by SQL', async () => {
  await askEntry(asker, { kind: 'contribution', amount: '100' });
  const [request] = await waiting(second);
  const supervisor = await signInTab(server, 'supervisor');
  const elsewhere = await signInTab(server, { role: 'finance', caseId: 'savings-club' });
  for (const [tab, code] of [
    [asker, 'not-permitted'],
    [supervisor, 'not-found'],
    [elsewhere, 'not-found'],
  ] as const)
    expect((await tab.post(`/approvals/${request?.id}/approve`)).body.code).toBe(code);
  const approve = (by: string) =>
    `update approvals set decision = 'approved', decided_at = now(), decided_by = '${by}', evidence = 'null'`;
  await expect(server.query(approve(asker.person.id))).rejects.toThrow('approvals_two_people');
  const post = (approval: string) => `
    insert into ledger_transactions (id, fund_id, kind, effective_on, source_kind, source_id, entries, entered_by, approval_id, posted_at)
    select (details->>'id')::uuid, details->>'fundId', 'contribution', '2025-06-30', 'manual', id::text, 2, asked_by, ${approval}, now() from approvals`;
  for (const sql of [
    post('id'),
    post('null'),
    `${approve(supervisor.person.id)}; ${post('id')}`,
    `${approve(elsewhere.person.id)}; ${post('id')}`,
  ])
    await expect(server.query(sql)).rejects.toThrow('another finance person');
  // The other finance person can.
  await expect(server.query(`${approve(second.person.id)}; ${post('id')}`)).rejects.toThrow('do not sum to zero');
});

test('SQL cannot post anything else than what was approved', async () => {
  await askEntry(asker, { kind: 'taxes', amount: '100.5', docket: '320' });
  const approve = `update approvals set decision = 'approved', decided_at = now(), decided_by = '${second.person.id}', evidence = 'null'`;
  const approved = {
    kind: `'taxes'`,
    effective_on: `'${effectiveOn}'`,
    docket: `'320'`,
    ordered_on: `'2025-06-01'`,
    source_kind: `'manual'`,
  };
  const post = (changed: Partial<typeof approved>, debit: string, credit: string) => {
    const columns = Object.entries({ ...approved, ...changed });
    return `
    begin; ${approve};
    insert into ledger_transactions (id, fund_id, source_id, order_id, entries, entered_by, approval_id, posted_at, ${columns.map(([name]) => name).join()})
    select (details->>'id')::uuid, details->>'fundId', id::text, (details#>>'{order,id}')::uuid, 2, asked_by, id, now(),
      ${columns.map(([, value]) => value).join()} from approvals;
    insert into ledger_entries select id, account, cents
      from ledger_transactions, (values ${debit}, ${credit}) as entry (account, cents);
    set constraints all immediate; rollback`;
  };
  const [debit, credit] = [`('expenses:taxes', 10050)`, `('assets:cash:escrow', -10050)`];
  for (const changed of [
    { kind: `'fees'` },
    { effective_on: `'2025-06-29'` },
    { docket: `'321'` },
    { ordered_on: `'2025-06-02'` },
  ]) {
    await expect(server.query(post(changed, debit, credit))).rejects.toThrow('another finance person');
    await server.query('rollback');
  }
  for (const [changed, one, other] of [
    [{}, `('expenses:taxes', 10051)`, `('assets:cash:escrow', -10051)`],
    [{}, `('expenses:fees', 10050)`, credit],
    [{}, debit, `('assets:cash:other', -10050)`],
    [{}, `('expenses:taxes', -10050)`, `('assets:cash:escrow', 10050)`],
    [{ kind: `'test'`, source_kind: `'test'` }, debit, credit],
  ] as const) {
    await expect(server.query(post(changed, one, other))).rejects.toThrow('do not sum to zero, or are not');
    await server.query('rollback');
  }
  await expect(server.query(post({ source_kind: `'test'` }, debit, credit))).rejects.toThrow('_manual');
  await server.query('rollback');
  await server.query(post({}, debit, credit));
});

test('the database refuses an unbalanced transaction, another account, and every change', async () => {
  const insert = (entries: string, count = 2) => `
    begin;
    insert into ledger_transactions (id, fund_id, kind, effective_on, source_kind, source_id, entries, posted_at)
    values ('00000000-0000-4000-8000-000000000001', 'f', 'test', '2025-06-30', 'test', '1', ${count}, now());
    insert into ledger_entries select '00000000-0000-4000-8000-000000000001', account, cents from (values ${entries}) as entry (account, cents);
    commit`;
  const refused = async (sql: string, message: string) => {
    await expect(server.query(sql)).rejects.toThrow(message);
    await server.query('rollback');
  };
  await refused(insert(`('assets:cash:escrow', 100), ('liabilities:payable', -99)`), 'do not sum to zero');
  await refused(insert(`('assets:cash:escrow', 100), ('liabilities:payable', -100)`, 3), 'do not sum to zero');
  await refused(insert(`('assets:cash:escrow', 0), ('liabilities:payable', 0)`), 'cents');
  await refused(insert(`('assets:other', 1), ('liabilities:payable', -1)`), 'ledger_entries_account');
  await server.query(insert(`('assets:cash:escrow', 100), ('liabilities:payable', -100)`));
  await refused(insert(`('assets:cash:escrow', 100), ('liabilities:payable', -100)`), 'duplicate key');
  await refused(
    `insert into ledger_entries values ('00000000-0000-4000-8000-000000000001', 'liabilities:tax-withheld', 5),
      ('00000000-0000-4000-8000-000000000001', 'equity:residual', -5)`,
    'do not sum to zero',
  );
  for (const table of ['ledger_transactions', 'ledger_entries'])
    for (const change of [
      `update ${table} set ${table === 'ledger_entries' ? 'cents = 1' : "kind = 'x'"}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ])
      await refused(change, 'the ledger is only ever added to');
});

test('the database has the accounts of the code', async () => {
  const [row] = await server.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'ledger_entries_account'`,
  );
  const named = [...(row?.definition ?? '').matchAll(/'([a-z]+:[a-z:-]+)'/g)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(Object.keys(ledgerAccounts)));
});

test('a reversal is the exact opposite, only once, and not of a reversal', async () => {
  const id = await enter(asker, second, { kind: 'expenses', amount: '70', docket: '9' });
  expect((await askReversal(asker, id, { effectiveOn: '2025-06-29' })).body.errors).toMatchObject([
    { field: 'effectiveOn' },
  ]);
  expect((await askReversal(asker, id)).status).toBe(204);
  expect((await askReversal(asker, id)).body.code).toBe('conflict');
  await approveEntries(second);
  expect((await askReversal(asker, id)).body.code).toBe('conflict');
  const page = await readFund(asker);
  expect(page.accounts.map(({ amount }) => amount)).toEqual(['0.00', '0.00']);
  const reversal = page.transactions.find(({ kind }) => kind === 'reversal');
  expect([reversal?.reverses, page.transactions.find((each) => each.id === id)?.isReversed]).toEqual([id, true]);
  expect((await askReversal(asker, reversal?.id ?? '')).body.code).toBe('conflict');
  // What was reversed can be entered again.
  await enter(asker, second, { kind: 'expenses', amount: '70', docket: '9' });
});

test('a repeated request changes nothing, and the same order twice is refused', async () => {
  const id = randomUUID();
  const bytes = pdf(900);
  const [first, again] = [await uploadOrder(asker, bytes), await uploadOrder(second, bytes)];
  expect(first.body.id).toBe(again.body.id);
  const entry = { kind: 'administration', amount: '500', docket: '44', orderId: first.body.id } as const;
  for (let time = 0; time < 2; time += 1) expect((await askEntry(asker, { id, ...entry })).status).toBe(204);
  expect(await waiting(second)).toHaveLength(1);
  const twice = { code: 'invalid-answers', errors: [{ field: 'docket', rule: 'order-entered-twice' }] };
  expect((await askEntry(second, entry)).body).toMatchObject(twice);
  await approveEntries(second);
  expect((await askEntry(second, entry)).body).toMatchObject(twice);
  expect((await askEntry(asker, { ...entry, amount: '501' })).status).toBe(204);
  // Of two people at the same moment, one is refused.
  const both = await Promise.all([asker, second].map((tab) => askEntry(tab, { ...entry, amount: '502' })));
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([204, 422]));
});

test('a repeated request with other details is refused, also when its ID is in capital letters', async () => {
  const id = randomUUID();
  const { id: orderId } = (await uploadOrder(asker)).body;
  const entry = { id, kind: 'taxes', amount: '100', docket: '7', orderId } as const;
  await askEntry(asker, entry);
  const capitals = { id: id.toUpperCase(), orderId: orderId.toUpperCase() };
  expect((await askEntry(asker, { ...entry, ...capitals })).status).toBe(204);
  for (const changed of [
    { amount: '100.01' },
    { ...capitals, amount: '100.01' },
    { docket: '8' },
    { effectiveOn: '2025-06-29' },
  ])
    expect((await askEntry(asker, { ...entry, ...changed })).body.code).toBe('conflict');
  expect((await readFund(asker)).requested.map(({ amount }) => amount)).toEqual(['100.00']);
  await approveEntries(second);
  expect((await askEntry(asker, { ...entry, amount: '999' })).body.code).toBe('conflict');
  const reversal = randomUUID();
  await askReversal(asker, id, { id: reversal });
  expect((await askReversal(asker, id, { id: reversal })).status).toBe(204);
  expect((await askReversal(asker, id, { id: reversal, reason: 'Another' })).body.code).toBe('conflict');
});

test('a docket number is the same in every spelling, and has no invisible characters', async () => {
  const { id: orderId } = (await uploadOrder(asker)).body;
  const statusOf = async (docket: string) =>
    (await askEntry(asker, { kind: 'taxes', amount: '5', orderId, docket })).status;
  expect(await statusOf(' 31\u200b0\u001b,\n1 of\u00852')).toBe(204);
  expect((await readFund(asker)).requested[0]?.order?.docket).toBe('310 , 1 of 2');
  for (const docket of ['310, 1 of 2', 'Dkt. No. 310, 1 OF 2', 'ecf 310 (1 of 2)', '#３１０，1 of 2'])
    expect([docket, await statusOf(docket)]).toEqual([docket, 422]);
  for (const docket of ['310, 2 of 2', '310-1', '3101'])
    expect([docket, await statusOf(docket)]).toEqual([docket, 204]);
  for (const docket of ['\u200b', ';,:', '\u202e']) expect([docket, await statusOf(docket)]).toEqual([docket, 422]);
});

test('fees above the limit are refused, with the limit and the remedy, also at the approval', async () => {
  await enter(asker, second, { kind: 'fees', amount: '8000000' });
  const { body } = await askEntry(asker, { kind: 'fees', amount: '670000.01' });
  expect(body.errors).toMatchObject([
    {
      field: 'amount',
      rule: 'fee-above-limit',
      message: expect.stringMatching(
        /at most \$8,670,000\.00 \(34% of \$25,500,000\.00\).*enter at most \$670,000\.00/,
      ),
    },
  ]);
  expect((await askEntry(asker, { kind: 'fees', amount: '670000.00' })).status).toBe(204);
  // The request itself counts, so no second one fits.
  expect((await askEntry(asker, { kind: 'fees', amount: '0.01' })).body.errors?.[0]?.rule).toBe('fee-above-limit');
  await approveEntries(second);
  expect((await readFund(asker)).net).toBe('-8670000.00');
});

test('each wrong field is named', async () => {
  const errorOf = async (entry: Parameters<typeof askEntry>[1]) =>
    (await askEntry(asker, entry)).body.errors?.[0]?.field;
  expect(await errorOf({ kind: 'contribution', amount: '0.00' })).toBe('amount');
  for (const day of ['2025-07-02', '9999-12-31', '0001-01-01', '0025-06-30', '1925-06-30'])
    expect([day, await errorOf({ kind: 'contribution', amount: '1', effectiveOn: day })]).toEqual([day, 'effectiveOn']);
  expect(await errorOf({ kind: 'taxes', amount: '1', orderedOn: '0025-06-01' })).toBe('orderedOn');
  expect(await errorOf({ kind: 'taxes', amount: '1', docket: ' ' })).toBe('docket');
  expect(await errorOf({ kind: 'taxes', amount: '1', orderedOn: '2025-07-01' })).toBe('orderedOn');
  const asked = { id: randomUUID(), bank: 'escrow', effectiveOn, reason: ' ', kind: 'contribution', amount: '1' };
  expect((await asker.post(`/funds/${fund.id}/entries`, asked)).body.errors?.[0]?.field).toBe('reason');
  const withoutOrder = { ...asked, reason: 'x', kind: 'taxes' };
  expect((await asker.post(`/funds/${fund.id}/entries`, withoutOrder)).body.errors?.[0]?.field).toBe('docket');
  expect((await askEntry(asker, { kind: 'taxes', amount: '1', orderId: randomUUID() })).status).toBe(404);
  const amounts = ['-1', '1.005', '1,234.5', '1e5', '٣', '10000000000000000', ' 5', ''];
  for (const wrong of [...amounts.map((amount) => ({ amount })), { bank: 'My Bank' }, { kind: 'reversal' }])
    expect((await asker.post(`/funds/${fund.id}/entries`, { ...asked, ...wrong })).status).toBe(400);
});

test('a mistyped bank account is refused, and a new one is opened only on request', async () => {
  const id = randomUUID();
  expect((await askEntry(asker, { id, kind: 'contribution', amount: '5' })).status).toBe(204);
  const mistyped = { kind: 'interest', amount: '1', bank: 'escrwo' } as const;
  const refused = {
    status: 422,
    body: {
      errors: [{ field: 'bank', rule: 'unknown-bank-account', message: expect.stringContaining('Choose escrow') }],
    },
  };
  expect(await askEntry(asker, mistyped)).toMatchObject(refused);
  await approveEntries(second);
  expect(await askEntry(asker, mistyped)).toMatchObject(refused);
  // The reserve stays in the bank, so it names no account.
  expect((await askEntry(asker, { ...mistyped, kind: 'reserve' })).status).toBe(204);
  const opened = { ...mistyped, id: randomUUID(), bank: 'bank-2', opensAccount: true };
  for (let time = 0; time < 2; time += 1) expect((await askEntry(asker, opened)).status).toBe(204);
  expect((await waiting(second)).map(({ what }) => what).join()).toContain('new bank account bank-2');
  expect((await askEntry(asker, { ...mistyped, bank: 'bank-2' })).status).toBe(204);
  expect((await readFund(asker)).banks).toEqual(['bank-2', 'escrow']);
});

test('an order is a PDF of at most 25 MB that a scanner finds clean', async () => {
  const refusal = async (bytes: Buffer, name?: string, tab = asker) => {
    const { status, body } = await uploadOrder(tab, bytes, name);
    return [status, body.errors?.[0]?.message];
  };
  expect(await refusal(Buffer.from('Some text'), 'order.txt')).toEqual([422, expect.stringContaining('PDF')]);
  expect(await refusal(pdf(maxOrderBytes))).toEqual([422, expect.stringContaining('25 MB')]);
  expect(await refusal(Buffer.from(''))).toEqual([422, expect.stringContaining('empty')]);
  const scan = { wake: () => {}, stop: () => Promise.resolve(), probe: () => Promise.resolve() };
  const outcomes = [
    [() => Promise.resolve({ outcome: 'infected' as const }), 422],
    [() => Promise.resolve({ outcome: 'unscanned-too-large' as const }), 422],
    [() => Promise.reject(new Error('down')), 503],
    [() => Promise.resolve({ outcome: 'clean' as const }), 200],
  ] as const;
  for (const [scanned, status] of outcomes) {
    const app = await server.buildAnother({ scans: { ...scan, scan: scanned } });
    const tab = Object.assign(new ConsoleTab(app, asker.person.token), { person: asker.person });
    expect((await uploadOrder(tab)).status).toBe(status);
  }
  expect(await server.query('select from court_orders')).toHaveLength(1);
});

const steps = isLongRun ? 500 : 40;

test('after random steps, the exported journal equals the trial balance and sums to zero', async () => {
  let seed = 20_250_630;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const expected = new Map<string, bigint>();
  const add = (account: string, amount: bigint) => expected.set(account, (expected.get(account) ?? 0n) + amount);
  const order = (await uploadOrder(asker)).body.id;
  const posted: { id: string; debit: string; credit: string; amount: bigint }[] = [];
  for (let step = 0; step < steps; step += 1) {
    const reversed = random(4) === 0 && posted.splice(random(posted.length), 1)[0];
    const tab = random(2) === 0 ? asker : second;
    if (reversed) {
      expect((await askReversal(tab, reversed.id)).status).toBe(204);
      add(reversed.debit, -reversed.amount);
      add(reversed.credit, reversed.amount);
    } else {
      const kind = entryKinds[random(entryKinds.length)] ?? 'interest';
      const bank = ['escrow', 'bank-2'][random(2)] ?? '';
      const amount = BigInt(1 + random(kind === 'fees' ? 1_000_000 : 1_000_000_000));
      const id = randomUUID();
      const dollars = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
      const entry = { id, kind, bank, opensAccount: true, amount: dollars, docket: `${step}, "a;b"`, orderId: order };
      expect((await askEntry(tab, entry)).status).toBe(204);
      const cash = `assets:cash:${bank}`;
      const income = { contribution: 'income:contributions', interest: 'income:interest' }[kind as 'interest'];
      const [debit, credit] =
        kind === 'reserve'
          ? ['equity:residual', 'liabilities:reserve']
          : isOrderKind(kind)
            ? [`expenses:${kind}`, cash]
            : [cash, income];
      posted.push({ id, debit, credit, amount });
      add(debit, amount);
      add(credit, -amount);
    }
    await approveEntries(tab === asker ? second : asker);
  }
  const text = await journalOf();
  const { balances, transactions } = readJournal(text);
  expect(transactions).toBe(steps);
  expect(Object.fromEntries(balances)).toEqual(Object.fromEntries(expected));
  const page: FundPage = await readFund(asker);
  expect(Object.fromEntries(page.accounts.map(({ account, amount }) => [account, cents(amount)]))).toEqual(
    Object.fromEntries(balances),
  );
  expect([...balances.values()].reduce((sum, each) => sum + each, 0n)).toBe(0n);
  const debits = [...balances.values()].reduce((sum, each) => (each > 0n ? sum + each : sum), 0n);
  expect([cents(page.debits), cents(page.credits)]).toEqual([debits, debits]);
  if (!hasProgram('hledger', ['--version'])) return;
  const file = join(await makeFolder(), 'fund.journal');
  await writeFile(file, text);
  const checked = spawnSync('hledger', ['-f', file, 'check', '--strict', 'ordereddates'], { encoding: 'utf8' });
  expect([checked.status, checked.stderr]).toEqual([0, '']);
}, 600_000);
