import { reportsApi, type ReportList, type ReportRequest } from '@redress/contract/console/reports';
import { caseNameOf } from '@redress/contract/settlement';
import { isDay } from '@redress/forms/numbers-and-days';
import { refuseWhileBlind } from '../sign-in/blind-reviews.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { isRowId, isUuid } from '../../platform/http/record-ids.ts';
import { recordRead } from '../access-log/record-read.ts';
import { casesWith, staffOf } from '../sign-in/staff-access.ts';
import { reportFiles } from './report-files.ts';
import { findReportSeal, type ReportSeal } from './report-parameters.ts';
import { cancelRun, findReport, findRun, listReports, listRuns, readReportFile, startRun } from './reports.ts';

const config = { access: 'figures', reads: 'nothing' } as const;

/** The claims report: available seals, runs with their progress, and the files of kept reports. */
export async function reportRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, reportsApi);
  const { database, settlement } = context;
  route('GET /reports', config, async (request): Promise<ReportList> => {
    const cases = casesWith(request, 'figures');
    const newest = await findReportSeal(database);
    return {
      cases: cases.map((id) => ({ id, name: caseNameOf(settlement, id) })),
      newestSeal: newest ? describeSeal(newest) : null,
      reports: await listReports(database, cases),
      runs: await listRuns(context, cases),
    };
  });
  route('GET /reports/seals/:position', { ...config, problems: [404] }, async ({ params }) => {
    const isPosition = /^[1-9]\d{0,14}$/.test(params.position);
    const seal = isPosition ? await findReportSeal(database, Number(params.position)) : undefined;
    if (!seal) throw new ProblemError('not-found');
    return describeSeal(seal);
  });
  route('POST /reports', { ...config, problems: [400, 404, 429] }, async (request, reply) => {
    const { body: wanted } = request;
    requirePeriod(wanted);
    const permitted = casesWith(request, 'figures');
    // A case outside the person's permissions looks like one that does not exist.
    if (!wanted.cases.every((caseId) => permitted.includes(caseId))) throw new ProblemError('not-found');
    // A comparison with the kept report would reveal how a claim is decided.
    await refuseWhileBlind(database, staffOf(request).id, wanted.cases);
    const run = await startRun(context, wanted, staffOf(request).id);
    if (run === 'no-seal') throw consoleProblem('not-found', 'There is no seal with this number.');
    if (run === 'too-many') {
      const detail = 'Many reports are running. Wait until one has finished, or cancel one.';
      throw consoleProblem('too-many-requests', detail, { retryAfterSeconds: 60 });
    }
    return reply.code(202).send({ run: run.id });
  });
  route('GET /reports/runs/:id', { ...config, problems: [404] }, async (request) => {
    const { id } = request.params;
    const run = isRowId(id) ? await findRun(database, casesWith(request, 'figures'), id) : undefined;
    if (!run) throw new ProblemError('not-found');
    return run;
  });
  route('DELETE /reports/runs/:id', { ...config, problems: [404, 409] }, async (request) => {
    const { id } = request.params;
    const cases = casesWith(request, 'figures');
    if (!isRowId(id) || !(await findRun(database, cases, id))) throw new ProblemError('not-found');
    if (!(await cancelRun(context, cases, id))) throw new ProblemError('conflict');
  });
  route('GET /reports/:id', { ...config, problems: [404] }, async (request) => {
    const { id } = request.params;
    const report = isUuid(id) ? await findReport(database, casesWith(request, 'figures'), id) : undefined;
    if (!report) throw new ProblemError('not-found');
    await refuseWhileBlind(database, staffOf(request).id, report.cases);
    return report;
  });
  for (const [file, extension, type] of reportFiles)
    // The file has no personal data, but is logged because it leaves the console.
    route(
      `GET /reports/:id/report.${extension}`,
      { access: 'figures', reads: 'download', problems: [404] },
      async (request, reply) => {
        const { id } = request.params;
        const found = isUuid(id) ? await readReportFile(database, casesWith(request, 'figures'), id, file) : undefined;
        if (!found) throw new ProblemError('not-found');
        await refuseWhileBlind(database, staffOf(request).id, found.cases);
        await recordRead(context, request, { what: 'download', subject: `report ${id} (${extension})` });
        const name = `claims-report-seal-${found.seal}.${extension}`;
        return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(found.bytes);
      },
    );
}

function requirePeriod({ from, to }: ReportRequest): void {
  if (![from, to].every((day) => day === null || isDay(day)) || (from !== null && to !== null && from > to))
    throw consoleProblem('bad-request', 'The period must begin before it ends. Its years must be from 1900 to 2099.');
}

const describeSeal = ({ position, sealedAt, root }: ReportSeal) => ({
  position,
  sealedAt: sealedAt.toISOString(),
  root: root.toString('hex'),
});
