import type { ClaimList } from '@redress/contract/console/claim-list';
import type { Dashboard, WaitingClaims } from '@redress/contract/console/dashboard';
import { settlement } from '@redress/content/settlement';
import { countMembers } from '@redress/server/console/reports/funnel';
import { countWaitingDocuments } from '@redress/server/console/reports/waiting-documents';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { type ConsoleTab, signInTab } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { companyAnswers, fileTpp, fileWithoutNotice, openForm } from '../../../setup/sample-claims.ts';
import { memberOf, startTestServer, useTestServer } from '../../../setup/test-server.ts';

let viewer: ConsoleTab;
let waitingForCheck: string;
const dataFile = 'TPP Name|NDC or Drug Name|Fill or Purchase Date|State of Purchase|Amount Paid\nAlder|x|1|AZ|1\n';

/**
 * In New York, four hours behind: two claims on June 29 and 30, another one on the 30th, then July
 * 2.
 */
const server = useTestServer({ members: 3 });
beforeAll(async () => {
  const [member, other] = [await logInBrowser(server.app, memberOf(0)), await logInBrowser(server.app, memberOf(1))];
  server.now = new Date('2025-06-30T03:59:59Z');
  await member.fileClaim();
  server.now = new Date('2025-06-30T04:00:00Z');
  await other.fileClaim({ ...goodAnswers, repealerStateTotalAmountPaid: '100.25' });
  await member.fileClaim();
  server.now = new Date('2025-07-02T12:00:00Z');
  const payor = await openForm(server.app);
  await fileTpp(payor, companyAnswers);
  waitingForCheck = (await fileTpp(payor, companyAnswers)).body.claimNumber;
  const files = ['larkmoor.txt', 'birch.txt', 'alder.txt'].map((name) => ({
    name,
    bytes: Buffer.from(`${dataFile}${name}|x|1|AZ|1\n`),
  }));
  await payor.upload(waitingForCheck, files, 'TppClaimants');
  await fileWithoutNotice(server);
  await fillSearchOf(server);
  server.now = new Date('2025-07-10T12:00:00Z');
  viewer = await signInTab(server, 'viewer');
});

const read = async (tab: ConsoleTab, query = '') => (await tab.get<Dashboard>(`/dashboard${query}`)).body;
const figure = ({ figures }: Dashboard, name: string) => figures.find((each) => each.name === name);
/** Rows that count something. */
const rowsOf = (dashboard: Dashboard, name: string) =>
  (figure(dashboard, name)?.rows ?? []).filter(([, ...cells]) => cells.some((cell) => Number(cell) > 0));

test('claims by day and form are those of the court’s days, with a row for each day of the range', async () => {
  const dashboard = await read(viewer, '?days=14');
  expect([dashboard.today, dashboard.from]).toEqual(['2025-07-10', '2025-06-27']);
  expect(figure(dashboard, 'claims-by-day')?.rows).toHaveLength(14);
  const columns = figure(dashboard, 'claims-by-day')?.columns.map(({ name }) => name);
  expect(columns).toEqual(['day', 'form:consumer', 'form:tpp', 'form:individual', 'claims']);
  expect(rowsOf(dashboard, 'claims-by-day')).toEqual([
    ['2025-06-29', 1, 0, 0, 1],
    ['2025-06-30', 2, 0, 0, 2],
    ['2025-07-02', 0, 2, 1, 3],
  ]);
  expect(figure(dashboard, 'claims-by-day')?.total).toEqual([null, 3, 2, 1, 6]);
});

test('totals agree with the claims that were filed', async () => {
  const dashboard = await read(viewer);
  expect(figure(dashboard, 'claims-by-status')).toMatchObject({
    rows: [
      ['Waiting for documents', 2, 0.333],
      ['Ready', 4, 0.667],
    ],
    total: [null, 6, 1],
  });
  // All, late, repeated Notice ID, suspected machine, documents missing, data findings, high amount, by a rule, reopened, none.
  expect(figure(dashboard, 'claims-to-review')?.rows.map(([, ...counts]) => counts)).toEqual([
    [3, 0, 1, 0, 0, 0, 0, 0, 0, 2],
    [2, 0, 0, 0, 1, 0, 2, 0, 0, 0],
    [1, 1, 0, 0, 1, 0, 0, 0, 0, 0],
  ]);
  // 1,250.50 twice and 100.25; 412,500.75 twice. Ranges have no sum.
  expect(figure(dashboard, 'amounts-claimed')?.rows.map(([, ...cells]) => cells)).toEqual([
    [3, '2601.2500'],
    [2, '825001.5000'],
    [1, null],
  ]);
  expect(figure(dashboard, 'waiting-by-age')?.rows).toEqual([
    [0, 6, 0],
    [7, 13, 2],
  ]);
  expect(dashboard).toMatchObject({ asOf: server.now.toISOString(), isCounting: false });
});

test('the funnel leads from the class members of a case to claims that lack nothing and have no flag', async () => {
  // Three class members, two of whom filed; the second claim under one Notice ID does not count again.
  const dashboard = await read(viewer);
  expect(figure(dashboard, 'funnel')?.rows).toEqual([
    ['Class members listed', 3, 1],
    ['Claims filed under a notice', 2, 2 / 3],
    ['Nothing missing', 2, 2 / 3],
    ['No flags', 2, 2 / 3],
  ]);
  expect(dashboard.noticeForms).toEqual(['consumer']);
  const complete = 'form=consumer&duplicate=no&documents-missing=no';
  for (const filters of ['form=consumer&duplicate=no', complete, `${complete}&late=no&machine=no&data-errors=no`])
    expect((await viewer.get<ClaimList>(`/claims?${filters}`)).body.count.value).toBe(2);
  // Claimants of the other case can file without a notice.
  const other = await read(viewer, '?case=savings-club');
  expect([other.noticeForms, figure(other, 'funnel')]).toEqual([[], undefined]);
});

test('very many class members are estimated', async () => {
  const { database } = server;
  await server.query('analyze class_members');
  expect(await countMembers(database, ['brand-drug'], 3)).toEqual({ count: 3, isExact: true });
  expect(await countMembers(database, ['brand-drug'], 2)).toEqual({ count: 3, isExact: false });
});

test('what waits longest is counted, and the claims of a queue are listed oldest first', async () => {
  const { waiting } = await read(viewer);
  expect(waiting).toEqual([
    { what: 'documents', claims: 2, isExact: true, since: '2025-07-02' },
    { what: 'data-check', claims: 1, isExact: true, since: '2025-07-02T12:00:00.000Z' },
  ]);
  // A claim's three documents are more than are counted, although it is one claim.
  const context = { database: server.database, settlement, isScanned: false };
  const counted = await countWaitingDocuments(context, ['brand-drug'], 2);
  expect(counted).toMatchObject([{ what: 'data-check', claims: 1, isExact: false }]);
  const queue = await viewer.get<WaitingClaims>('/dashboard/waiting/data-check');
  expect(queue.body.claims).toEqual([
    { number: waitingForCheck, form: 'Third-party payor', since: '2025-07-02T12:00:00.000Z' },
  ]);
  expect((await viewer.get<WaitingClaims>('/dashboard/waiting/scan')).body.claims).toEqual([]);
  expect((await viewer.get('/dashboard/waiting/documents')).status).toBe(404);
  const [logged] = await server.query<{ subject: string; result_ids: string[] }>(
    "select subject, result_ids from access_log where what = 'list' and subject = 'waiting data-check'",
  );
  expect(logged?.result_ids).toEqual([`claim ${waitingForCheck}`]);
});

test('a person sees the figures of their own cases, and one case if they choose it', async () => {
  const own = await signInTab(server, { role: 'viewer', caseId: 'savings-club' });
  expect(figure(await read(own), 'claims-by-status')?.total).toEqual([null, 1, 1]);
  expect((await own.get<WaitingClaims>('/dashboard/waiting/data-check')).body.claims).toEqual([]);
  expect((await own.get('/dashboard?case=brand-drug')).status).toBe(404);
  expect(figure(await read(viewer, '?case=brand-drug'), 'claims-by-status')?.total).toEqual([null, 5, 1]);
  expect((await viewer.get('/dashboard?days=7')).status).toBe(400);
});

test('a claim that is not counted yet moves the time of the figures back', async () => {
  const filedAt = new Date('2025-07-09T12:00:00Z');
  server.now = filedAt;
  await (await logInBrowser(server.app, memberOf(2))).fileClaim();
  server.now = new Date('2025-07-10T12:00:00Z');
  const behind = await read(viewer);
  expect([behind.asOf, figure(behind, 'claims-by-status')?.total?.[1]]).toEqual([filedAt.toISOString(), 6]);
  await fillSearchOf(server);
  const current = await read(viewer);
  expect([current.asOf, figure(current, 'claims-by-status')?.total?.[1]]).toEqual([server.now.toISOString(), 7]);
});

test('a long period is shown by the court’s weeks', async () => {
  server.now = new Date('2025-12-01T12:00:00Z');
  onTestFinished(() => void (server.now = new Date('2025-07-10T12:00:00Z')));
  const tab = await signInTab(server, 'viewer');
  // No claim was filed within 30 days, so the whole period is shown, up to the last claim.
  const old = await read(tab);
  expect([old.range, old.from, old.last]).toEqual(['all', '2025-06-29', '2025-07-09']);
  expect(figure(old, 'claims-by-day')?.rows).toHaveLength(11);
  expect(figure(old, 'waiting-by-age')?.rows.at(-1)).toEqual([140, 153, 2]);
  await (await logInBrowser(server.app, memberOf(0))).fileClaim();
  await fillSearchOf(server);
  const long = await read(tab, '?days=all');
  expect(long.from).toBe('2025-06-29');
  expect(figure(long, 'claims-by-week')?.rows).toHaveLength(24);
  expect(rowsOf(long, 'claims-by-week').slice(0, 3)).toEqual([
    ['2025-06-23', 1, 0, 0, 1, 1],
    ['2025-06-30', 2, 2, 1, 5, 6],
    ['2025-07-07', 1, 0, 0, 1, 7],
  ]);
});

test('without claims, every figure is there and empty', async () => {
  const empty = await startTestServer({ members: 1 });
  onTestFinished(() => empty.close());
  const dashboard = await read(await signInTab(empty, 'viewer'), '?days=all');
  const waiting = { what: 'documents', claims: 0, isExact: true, since: null };
  expect([dashboard.from, dashboard.waiting[0]]).toEqual([null, waiting]);
  expect(figure(dashboard, 'claims-by-status')?.total).toEqual([null, 0, 0]);
  expect(figure(dashboard, 'waiting-by-age')?.rows).toEqual([]);
});
