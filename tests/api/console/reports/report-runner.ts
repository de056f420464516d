import type { Figure } from '@redress/contract/console/figures';
import type { Report, ReportContent, ReportRun } from '@redress/contract/console/reports';
import { createClaimsReport } from '@redress/documents/claims-report';
import { createClaimsReportWorkbook } from '@redress/documents/claims-report-workbook';
import { reportJobs } from '@redress/server/console/reports/report-jobs';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { settlement } from '@redress/content/settlement';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type ConsoleTab } from '../../../setup/console.ts';
import { keys, type TestServer } from '../../../setup/test-server.ts';

/** The files of a report, rendered in this process. */
export const renderFiles = async (content: ReportContent) => ({
  pdf: await createClaimsReport(content),
  workbook: Buffer.from(await createClaimsReportWorkbook(content)),
});
/** For tests that only read the figures of a report. */
const renderNothing = (content: ReportContent) => {
  const bytes = Buffer.from(JSON.stringify(content));
  return Promise.resolve({ pdf: bytes, workbook: bytes });
};

type KeptReport = Report & { readonly content: ReportContent };

/** The rows of a figure without those that count nothing, and its total. */
export function table({ content }: KeptReport, name: string) {
  const figure = content.figures.find((each) => each.name === name);
  const isEmpty = ([, ...cells]: Figure['rows'][number]) => cells.every((cell) => Number(cell) === 0);
  return { rows: (figure?.rows ?? []).filter((row) => !isEmpty(row)), total: figure?.total };
}

/** Returns functions that seal, run and read the reports of a server. */
export function createReportRunner(getServer: () => TestServer) {
  const context = () => {
    const { database, store, log } = getServer();
    return { database, keys, settlement, store, log, now: () => getServer().now };
  };
  /** Seals what happened so far. Returns the seal's position. */
  async function seal(): Promise<number> {
    const made = (await sealHistory(context())).at(-1);
    expect(made).toBeDefined();
    return made?.position ?? 0;
  }

  const askFor = async (tab: ConsoleTab, request: object) => {
    const { status, body } = await tab.post<{ run: string }>('/reports', { from: null, to: null, ...request });
    expect(status).toBe(202);
    return body.run;
  };
  const findRun = async (tab: ConsoleTab, run: string) => (await tab.get<ReportRun>(`/reports/runs/${run}`)).body;

  /** Runs a report to its end. */
  async function run(
    tab: ConsoleTab,
    request: object,
    { render = renderNothing, claimsPerChunk = 5 }: { render?: typeof renderFiles; claimsPerChunk?: number } = {},
  ): Promise<ReportRun> {
    const asked = await askFor(tab, request);
    const { leases, run: work } = reportJobs({ ...context(), claimsPerChunk }, render);
    const lease = { holder: randomUUID(), until: new Date(getServer().now.getTime() + 60_000) };
    for (
      let leased = await leases.leaseNext(lease, getServer().now);
      leased;
      leased = await leases.leaseNext(lease, getServer().now)
    )
      await work(leased.id, lease.holder, new AbortController().signal);
    return findRun(tab, asked);
  }
  const readContent = async (tab: ConsoleTab, { report }: ReportRun) =>
    (await tab.get<KeptReport>(`/reports/${report}`)).body;
  async function read(tab: ConsoleTab, made: ReportRun) {
    const bytesOf = async (file: string) => (await tab.get(`/reports/${made.report}/${file}`)).bytes;
    const [pdf, workbook] = [await bytesOf('report.pdf'), await bytesOf('report.xlsx')];
    return { ...(await readContent(tab, made)), pdf, workbook };
  }
  return { context, seal, askFor, findRun, run, readContent, read };
}
