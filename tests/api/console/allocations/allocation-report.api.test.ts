import type { Allocation } from '@redress/contract/console/allocations';
import type { Export, ExportOffer } from '@redress/contract/console/exports';
import type { ReportContent } from '@redress/contract/console/reports';
import { settlement } from '@redress/content/settlement';
import { describeAllocation } from '@redress/server/console/allocations/allocation-report';
import { exportJobs } from '@redress/server/console/exports/export-jobs';
import { type ReportFiles, reportProcess } from '@redress/server/console/reports/report-files';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import { computeScenario, fileApproved, freeze, readAllocation } from '../../../setup/allocations.ts';
import { type ConsoleTab, signInTab } from '../../../setup/console.ts';
import { enter } from '../../../setup/funds.ts';
import { keys, pass, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer();
let numbers: string[];
let id: string;
const finance = () => signInTab(server, 'finance');

beforeAll(async () => {
  numbers = await fileApproved(server, await signInTab(server, 'reviewer'), ['3650', '1000', '5']);
  const [asker, second] = [await finance(), await finance()];
  await enter(asker, second, { kind: 'contribution', amount: '1200' });
  await enter(asker, second, { kind: 'fees', amount: '200' });
  ({ id } = await computeScenario(server, asker));
  await freeze(server, asker, second, id);
});

const contentOf = async (tab: ConsoleTab) =>
  describeAllocation({ ...server, settlement }, await readAllocation(tab, id));
const figureOf = (content: ReportContent | undefined, name: string) =>
  content?.figures.find((figure) => figure.name === name);

test('a scenario has a report that says so', async () => {
  const tab = await finance();
  const scenario = { ...(await readAllocation(tab, id)), frozenAt: null };
  const content = await describeAllocation({ ...server, settlement }, scenario);
  expect(content?.title).toBe(`Allocation report, ${scenario.fund.title}: scenario`);
  expect(content?.details).toContainEqual({ label: 'Frozen', value: 'Not yet' });
  expect(await describeAllocation({ ...server, settlement }, { ...scenario, summary: null })).toBeUndefined();
});

test('the report derives the net fund, and has the plan, the pools, the sizes, the seal and the hash', async () => {
  const tab = await finance();
  const allocation = await readAllocation(tab, id);
  const content = await contentOf(tab);
  const [payors, consumers] = allocation.summary?.pools ?? [];
  expect(figureOf(content, 'net-fund')).toMatchObject({
    rows: [
      ['Contribution', '1200.00'],
      ['Interest', '0.00'],
      ['Attorneys’ fees', '-200.00'],
      ...['Litigation expenses', 'Service awards', 'Administration', 'Taxes', 'Reserve'].map((kind) => [kind, '0.00']),
    ],
    total: ['Net fund', '1000.00'],
  });
  expect(figureOf(content, 'plan')?.rows).toEqual([
    [payors?.title, '78%', '5.00', null, null, null, consumers?.title],
    [consumers?.title, '22%', '5.00', null, null, null, payors?.title],
  ]);
  // No payor has a claim, so consumers share the whole net fund: 1,000 ÷ 4,650 is 21.505 percent.
  expect(figureOf(content, 'pool-money')?.rows).toEqual([
    [payors?.title, '780.00', '0.00', '780.00', '0.00', '0.00', '0.00', '—'],
    [consumers?.title, '220.00', '780.00', '0.00', '1000.00', '0.00', '0.00', '21.51%'],
  ]);
  expect(figureOf(content, 'pool-claims')).toMatchObject({ total: [null, 3, 2, 0, 1, 0, 0] });
  expect(figureOf(content, 'pool-payments')).toMatchObject({ total: [null, '215.05', '500.00', '500.00', '784.95'] });
  expect(figureOf(content, 'payments-by-size')?.rows).toEqual([
    ['$200.00 to less than $500.00', 1, '215.05'],
    ['$500.00 to less than $1,000.00', 1, '784.95'],
  ]);
  expect(content?.details).toContainEqual({
    label: 'SHA-256',
    value: `${allocation.sha256?.slice(0, 32)} ${allocation.sha256?.slice(32)}`,
  });
  expect(content?.details[0]?.value).toContain(`${allocation.seal.position}, made `);
});

test('the files of a report are the same a year later, after new entries, in another time zone and language', async () => {
  const files = async () => {
    const tab = await finance();
    const bytesOf = async (path: string) => (await tab.get(`/allocations/${id}/${path}`)).bytes;
    return { pdf: await bytesOf('report.pdf'), workbook: await bytesOf('report.xlsx') };
  };
  const first = await files();
  expect(first.pdf.subarray(0, 5).toString()).toBe('%PDF-');
  pass(server, 366 * 24 * 60 * 60);
  await enter(await finance(), await finance(), { kind: 'interest', amount: '7' });
  expect(await files()).toEqual(first);
  const content = await contentOf(await finance());
  expect(await renderAbroad(content)).toEqual(first);
  // A later release may render other bytes, so the first ones are kept.
  await server.query(`set session_replication_role = 'replica';
    update allocation_reports set pdf = '%PDF-kept', pdf_sha256 = sha256('%PDF-kept');
    set session_replication_role = 'origin'`);
  expect(await files()).toEqual({ ...first, pdf: Buffer.from('%PDF-kept') });
});

/** Renders in a process with another time zone, language and clock. */
async function renderAbroad(content: ReportContent | undefined): Promise<ReportFiles> {
  const child = fork(reportProcess, [], {
    serialization: 'advanced',
    env: { TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
  });
  try {
    child.send({ input: content });
    const [answer]: { output: ReportFiles }[] = await once(child, 'message');
    return { pdf: Buffer.from(answer?.output.pdf ?? []), workbook: Buffer.from(answer?.output.workbook ?? []) };
  } finally {
    child.kill('SIGKILL');
  }
}

test('the distribution list has each claim of a frozen allocation, and none of a scenario or another case', async () => {
  const tab = await finance();
  const offerOf = async (of: string, by = tab) =>
    (await by.get<ExportOffer>(`/exports/offer?list=distribution&query=allocation%3D${of}`)).body;
  const offer = await offerOf(id);
  expect(offer.filters).toEqual([expect.stringMatching(/^Allocation: As the plan says \(.+\)$/)]);
  const asked = { list: 'distribution', query: `allocation=${id}`, format: 'csv' };
  const columns = offer.columns.map(({ key }) => key);
  const { body } = await tab.post<Export>('/exports', { ...asked, columns });
  const jobs = exportJobs({ ...server, keys, settlement, now: () => server.now });
  const lease = { holder: randomUUID(), until: new Date(server.now.getTime() + 60_000) };
  const job = await jobs.leases.leaseNext(lease, server.now);
  await jobs.run(job?.id ?? '', lease.holder, new AbortController().signal);
  const [header, ...rows] = (await tab.get(`/exports/${body.id}/file`)).text.trim().split('\r\n');
  // In pools that pay by range, the amount is not the recognized one.
  expect(header).toMatch(/,Amount counted,Payment,Outcome$/);
  const paid = { 3650: '784.95,Paid', 1000: '215.05,Paid', 5: '0.00,Below the minimum' };
  expect(rows.toSorted()).toEqual(
    [
      `${numbers[0]},brand-drug,consumer,consumers,3650.00,${paid[3650]}`,
      `${numbers[1]},brand-drug,consumer,consumers,1000.00,${paid[1000]}`,
      `${numbers[2]},brand-drug,consumer,consumers,5.00,${paid[5]}`,
    ].toSorted(),
  );
  const supplement = { id, pool: 'consumers' };
  const asOf = server.now.toISOString().slice(0, 10);
  const scenario: Allocation = await computeScenario(server, tab, { supplements: supplement, asOf });
  expect(await offerOf(scenario.id)).toMatchObject({ count: { value: 0 } });
  const elsewhere = await signInTab(server, { role: 'finance', caseId: 'savings-club' });
  expect(await offerOf(id, elsewhere)).toMatchObject({ count: { value: 0 } });
  const viewer = await signInTab(server, 'viewer');
  expect((await viewer.post('/exports', { ...asked, columns })).body).toMatchObject({ code: 'not-permitted' });
});
