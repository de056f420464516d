import { settlement } from '@redress/content/settlement';
import { channelLabels, languageLabels, statusLabels } from '@redress/contract/console/claim-labels';
import type { ClaimList } from '@redress/contract/console/claim-list';
import type { Dashboard } from '@redress/contract/console/dashboard';
import type { Figure, FigureCell } from '@redress/contract/console/figures';
import { addDays } from '@redress/contract/console/format-figure';
import type { Report, ReportContent, ReportRun } from '@redress/contract/console/reports';
import { claimFlags, type Queues, reviewableStatuses, reviewStatuses } from '@redress/contract/console/review';
import { reportJobs } from '@redress/server/console/reports/report-jobs';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { generateClaims } from '../../../generate/generate-claims.ts';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { changeReview, decide, fileReady, nextOf, runReviewOf } from '../../../setup/review.ts';
import { finishBulk, sealClaims } from '../../../setup/rules.ts';
import { keys, useTestServer } from '../../../setup/test-server.ts';

type Filters = Readonly<Record<string, string | readonly string[]>>;

let supervisor: StaffTab;
let reviewer: StaffTab;
const server = useTestServer();

/** Claims in many states: flagged and decided, flagged and open, assigned, returned, purged. */
beforeAll(async () => {
  const { connectionString } = server;
  await generateClaims({ connectionString, keys, settlement, claims: 600, add: false, onProgress: () => {} });
  const [last] = await server.query<{ at: Date }>('select max(filed_at) as at from claims');
  server.now = new Date((last?.at.getTime() ?? 0) + 60 * 60 * 1_000);
  supervisor = await signInTab(server, 'supervisor');
  reviewer = await signInTab(server, 'reviewer');
  await sealClaims(server);
  const numbersOf = async (condition: string) =>
    (
      await server.query<{ number: string }>(
        `select number from claim_search where case_id = 'brand-drug' and status = 'ready' and ${condition}
         order by claim_id limit 4`,
      )
    ).map(({ number }) => number);
  const [late = '', ...otherLate] = await numbersOf('late');
  const high = await numbersOf('high_value and not late');
  const plain = await numbersOf('not late and not high_value and not duplicate and not machine');
  for (const number of [late, ...high.slice(0, 2), ...plain]) await decide(reviewer, number, { outcome: 'approve' });
  server.now = new Date(server.now.getTime() + 11_000);
  await runReviewOf(server);
  await changeReview(supervisor, plain[0] ?? '', 'reopen');
  await changeReview(supervisor, plain[1] ?? '', 'void');
  const returned = await fileReady(server);
  await decide(reviewer, returned.number, { outcome: 'deficient', reasons: ['documents-missing'] });
  await sealClaims(server);
  const id = randomUUID();
  const action = { kind: 'assign', to: reviewer.person.id };
  await supervisor.post('/bulk', { id, selection: { numbers: [...otherLate, ...high.slice(2)] }, action });
  await finishBulk(server, supervisor, id);
  await sealClaims(server);
});

/** The list of claims with these filters. */
async function list(filters: Filters): Promise<ClaimList> {
  const parameters = Object.entries(filters).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  const search = new URLSearchParams(parameters).toString();
  const { body } = await supervisor.get<ClaimList>(`/claims?${search}`);
  expect([search, body.ignored, body.count.isExact]).toEqual([search, [], true]);
  return body;
}
const count = async (filters: Filters): Promise<number> => (await list(filters)).count.value;

const none: Filters = Object.fromEntries(claimFlags.map((flag) => [flag, 'no']));
const flagged = (reason: string): Filters => (reason === 'none' ? none : { [reason]: 'yes' });
const toReview: Filters = { status: reviewableStatuses };

const keyOf = (labels: Readonly<Record<string, string>>, label: FigureCell | undefined) =>
  Object.entries(labels).find(([, each]) => each === label)?.[0] ?? '';
const formIds = [...new Set(settlement.claimForms.map(({ id }) => id))];

function figureOf(figures: readonly Figure[], name: string) {
  const figure = figures.find((each) => each.name === name);
  if (!figure) throw new Error(`There is no figure ${name}`);
  const at = (column: string) => figure.columns.findIndex((each) => each.name === column);
  return { ...figure, cell: (row: readonly FigureCell[] | undefined, column: string) => Number(row?.[at(column)]) };
}
const readDashboard = async () => (await supervisor.get<Dashboard>('/dashboard?days=all')).body;

test('every number of the dashboard is that of the list which it leads to', async () => {
  const { figures, waiting, noticeForms, today } = await readDashboard();
  const compared: [what: string, shown: number, listed: number][] = [];
  const compare = async (what: string, shown: number, filters: Filters) => {
    compared.push([what, shown, await count(filters)]);
  };
  const status = figureOf(figures, 'claims-by-status');
  await compare('claims', status.cell(status.total, 'claims'), {});
  for (const row of status.rows)
    await compare(String(row[0]), status.cell(row, 'claims'), { status: keyOf(statusLabels, row[0]) });
  const review = figureOf(figures, 'claims-to-review');
  for (const [index, row] of [...review.rows, review.total].entries()) {
    const form = formIds[index];
    const filters = { ...toReview, ...(form !== undefined && { form }) };
    await compare(`${row?.[0]} to review`, review.cell(row, 'claims'), filters);
    for (const reason of [...claimFlags, 'none'])
      await compare(`${row?.[0]} ${reason}`, review.cell(row, reason), { ...filters, ...flagged(reason) });
  }
  const amounts = figureOf(figures, 'amounts-claimed');
  for (const [index, row] of amounts.rows.entries())
    await compare(`${row[0]}`, amounts.cell(row, 'claims'), { form: formIds[index] ?? '' });
  const [over] = figures.filter(({ name }) => name === 'claims-by-week' || name === 'claims-by-day');
  const days = figureOf(figures, over?.name ?? '');
  const length = over?.name === 'claims-by-week' ? 6 : 0;
  for (const row of days.rows.filter((each) => days.cell(each, 'claims') > 0).slice(0, 5)) {
    const period = { 'filed-from': String(row[0]), 'filed-to': addDays(String(row[0]), length) };
    await compare(String(row[0]), days.cell(row, 'claims'), period);
    for (const form of formIds) await compare(`${row[0]} ${form}`, days.cell(row, `form:${form}`), { ...period, form });
  }
  const [, filed, complete, unflagged] = figureOf(figures, 'funnel').rows;
  const first = { form: noticeForms, duplicate: 'no', status: reviewStatuses };
  await compare('filed', Number(filed?.[1]), first);
  await compare('complete', Number(complete?.[1]), { ...first, 'documents-missing': 'no' });
  await compare('no flag', Number(unflagged?.[1]), { ...first, ...none });
  await compare('waiting', waiting[0]?.claims ?? -1, { status: 'waiting-documents' });
  for (const [from, to, claims] of figureOf(figures, 'waiting-by-age').rows)
    await compare(`waiting ${from}`, Number(claims), {
      status: 'waiting-documents',
      'filed-from': addDays(today, -Number(to)),
      'filed-to': addDays(today, -Number(from)),
    });
  for (const [what, shown, listed] of compared) expect([what, shown]).toEqual([what, listed]);
  expect(status.rows.map(([label]) => label)).toEqual(
    expect.arrayContaining([
      'Waiting for documents',
      'Ready',
      'In review',
      'Deficient',
      'Proposed',
      'Approved',
      'Void',
    ]),
  );
  // Among these claims, some have a flag and are decided, and some have only a flag that the funnel once ignored.
  const once = { ...first, 'documents-missing': 'no', late: 'no', machine: 'no', 'data-errors': 'no' };
  expect(Number(unflagged?.[1])).toBeLessThan(await count(once));
  expect(review.cell(review.total, 'late')).toBeLessThan(await count({ late: 'yes' }));
});

test('every number of the queues is that of the dashboard, of the list and of the queue itself', async () => {
  const { queues, assignedToMe, returnedToMe } = (await reviewer.get<Queues>('/review/queues')).body;
  const review = figureOf((await readDashboard()).figures, 'claims-to-review');
  expect(queues.length).toBeGreaterThan(8);
  for (const { caseId, formId, reason, claims, oldest } of queues) {
    const row = review.rows[formIds.indexOf(formId)];
    const filters = { case: caseId, form: formId, ...toReview, ...flagged(reason) };
    const { claims: listed, count: matching } = await list({ ...filters, sort: 'filed' });
    const { remaining } = (await nextOf(reviewer, { case: caseId, form: formId, reason })).body;
    expect([formId, reason, claims, claims, claims]).toEqual([
      formId,
      reason,
      review.cell(row, reason),
      matching.value,
      remaining,
    ]);
    expect(listed[0]?.filedDay).toBe(oldest);
  }
  expect((await nextOf(reviewer)).body.remaining).toBe(review.cell(review.total, 'claims'));
  const own = { ...toReview, assignee: reviewer.person.id };
  expect([assignedToMe, returnedToMe]).toEqual([await count(own), await count({ ...own, reopened: 'yes' })]);
  expect(assignedToMe).toBeGreaterThan(0);
});

test('a report as of now has the numbers of the list', async () => {
  const { database, store, log } = server;
  const context = { database, keys, settlement, store, log, now: () => server.now, claimsPerChunk: 200 };
  const asked = await supervisor.post<{ run: string }>('/reports', {
    cases: settlement.claimForms.map(({ caseId }) => caseId).filter((id, at, all) => all.indexOf(id) === at),
    from: null,
    to: null,
  });
  const render = (content: ReportContent) => {
    const bytes = Buffer.from(JSON.stringify(content));
    return Promise.resolve({ pdf: bytes, workbook: bytes });
  };
  const { leases, run: work } = reportJobs(context, render);
  const lease = { holder: randomUUID(), until: new Date(server.now.getTime() + 60_000) };
  const leased = await leases.leaseNext(lease, server.now);
  await work(leased?.id ?? '', lease.holder, new AbortController().signal);
  const { report } = (await supervisor.get<ReportRun>(`/reports/runs/${asked.body.run}`)).body;
  const { content } = (await supervisor.get<Report & { content: ReportContent }>(`/reports/${report}`)).body;
  const { figures } = content;
  for (const [name, column, filters] of [
    ['claims-by-form', 'claims', {}],
    ['late-claims', 'late', { late: 'yes' }],
    ['documents', 'documents-missing', { 'documents-missing': 'yes' }],
    ['data-files', 'data-errors', { 'data-errors': 'yes' }],
    ['flags', 'duplicate', { duplicate: 'yes' }],
    ['flags', 'machine', { machine: 'yes' }],
  ] as const) {
    const figure = figureOf(figures, name);
    for (const [index, row] of figure.rows.entries())
      expect([name, row[0], figure.cell(row, column)]).toEqual([
        name,
        row[0],
        await count({ form: formIds[index] ?? '', ...filters }),
      ]);
    expect([name, figure.cell(figure.total, column)]).toEqual([name, await count(filters)]);
  }
  for (const [name, filterOf] of [
    ['claims-by-status', (label: FigureCell | undefined) => ({ status: keyOf(statusLabels, label) })],
    ['claims-by-language', (label: FigureCell | undefined) => ({ language: keyOf(languageLabels, label) })],
    ['claims-by-channel', (label: FigureCell | undefined) => ({ channel: keyOf(channelLabels, label) })],
    ['claims-by-state', (label: FigureCell | undefined) => ({ state: String(label) })],
  ] as const) {
    const figure = figureOf(figures, name);
    for (const row of figure.rows.filter((each) => each[0] !== 'Not given or deleted'))
      expect([name, row[0], figure.cell(row, 'claims')]).toEqual([name, row[0], await count(filterOf(row[0]))]);
  }
  // The dashboard shows these, too, by day or by week.
  const dashboard = (await readDashboard()).figures;
  const byTime = dashboard.find(({ name }) => name === 'claims-by-day') ? 'claims-by-day' : 'claims-by-week';
  for (const [name, shownAs, column] of [
    ['amounts-claimed', 'amounts-claimed', 'amount'],
    ['claims-by-week', byTime, 'claims'],
  ] as const) {
    const [figure, shown] = [figureOf(figures, name), figureOf(dashboard, shownAs)];
    expect([name, shown.cell(shown.total, column)]).toEqual([name, figure.cell(figure.total, column)]);
  }
});
