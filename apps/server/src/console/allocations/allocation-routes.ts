import { allocationsApi } from '@redress/contract/console/allocations';
import type { ReportContent } from '@redress/contract/console/reports';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { dayIn } from '@redress/forms/court-day';
import { recordRead } from '../access-log/record-read.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import { findFund, fundsIn } from '../funds/find-fund.ts';
import { createTaskProcess } from '../../platform/jobs/task-process.ts';
import { reportFiles, type ReportFiles, reportProcess } from '../reports/report-files.ts';
import { refuseWhileBlind } from '../sign-in/blind-reviews.ts';
import { casesWith, staffOf } from '../sign-in/staff-access.ts';
import { createAllocation } from './create-allocation.ts';
import { findOutdated, requestFreeze } from './freeze-allocation.ts';
import { readOpenClaims } from './open-claims.ts';
import { compareAllocations, describeFunds, exportCsv, listAllocations, readAllocation } from './read-allocations.ts';
import { describeAllocation } from './allocation-report.ts';
import { makeOrReadReport } from './keep-report.ts';
import { listRequestedReserve, requestReserve } from './reserve-claims.ts';

/** Reports that wait for the process that renders them, one after another. */
const maxReports = 10;

const seen = { access: 'approve-allocation', reads: 'nothing' } as const;

/** `/api/console/allocations`: scenarios and frozen allocations, without claimants’ names. */
export async function allocationRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, allocationsApi);
  const { database, settlement, now } = context;
  const renderer = createTaskProcess<ReportContent, ReportFiles>(reportProcess);
  api.addHook('onClose', () => renderer.close());
  /** The funds that a person may see. Figures would tell a second reviewer the first decision. */
  const fundsFor = async (request: FastifyRequest) => {
    const funds = fundsIn(settlement, casesWith(request, 'approve-allocation'));
    const cases = funds.map(({ caseId }) => caseId);
    await refuseWhileBlind(database, staffOf(request).id, cases);
    return funds;
  };
  const find = async (request: FastifyRequest, id: string) => readAllocation(database, await fundsFor(request), id);

  route('GET /allocations', { ...seen, problems: [404, 409] }, async (request) => {
    const funds = await fundsFor(request);
    const { fund } = request.query;
    const cases = funds.map(({ caseId }) => caseId);
    const shown = fund === undefined ? funds : [findFund({ funds }, fund, cases)];
    return { allocations: await listAllocations(database, shown), funds: describeFunds(funds) };
  });

  route('POST /allocations', { access: 'fund', problems: [400, 404, 409, 422] }, async (request) => {
    const fund = findFund(settlement, request.body.fund, casesWith(request, 'fund'));
    await createAllocation(context, fund, staffOf(request).id, request.body);
  });

  route('GET /allocations/:id', { ...seen, problems: [400, 404, 409] }, (request) => find(request, request.params.id));

  route('GET /allocations/:id/changes', { ...seen, problems: [400, 404, 409] }, async (request) => {
    const [one, other] = [await find(request, request.params.id), await find(request, request.query.from)];
    if (one.fund.id !== other.fund.id) throw new ProblemError('not-found');
    if (one.sha256 === null || other.sha256 === null)
      throw consoleProblem('conflict', 'Both scenarios must be computed before they can be compared.');
    return compareAllocations(database, one.id, other.id);
  });

  route('GET /allocations/:id/open-claims', { ...seen, reads: 'list', problems: [400, 404, 409] }, async (request) => {
    const { id, fund, supplements } = await find(request, request.params.id);
    const today = dayIn(settlement.site.timeZone, now());
    const found = findFund(settlement, fund.id, [fund.caseId]);
    const open = await readOpenClaims(database, settlement, found, today, {
      ...(supplements && { supplement: id }),
      ...request.query,
    });
    const resultIds = open.groups.flatMap(({ numbers }) => numbers);
    await recordRead(context, request, { what: 'list', subject: `allocation ${id}`, resultIds, shown: open });
    const requested = await listRequestedReserve(database, found.id);
    return { ...open, requested, outdated: await findOutdated(context, found, id) };
  });

  route('POST /allocations/:id/freeze', { access: 'fund', problems: [400, 404, 409, 422] }, async (request) => {
    const { id, fund } = await find(request, request.params.id);
    const found = findFund(settlement, fund.id, casesWith(request, 'fund'));
    await requestFreeze(context, found, staffOf(request).id, id, request.body.reason);
  });

  route('POST /allocations/reserve', { access: 'fund', problems: [400, 404, 409, 422] }, async (request) => {
    const fund = findFund(settlement, request.body.fund, casesWith(request, 'fund'));
    await requestReserve(context, fund, staffOf(request).id, request.body);
  });

  for (const [file, extension, type] of reportFiles)
    route(
      `GET /allocations/:id/report.${extension}`,
      { access: 'approve-allocation', reads: 'download', problems: [400, 404, 409, 429], exposeHeadRoute: false },
      async (request, reply) => {
        const allocation = await find(request, request.params.id);
        const content = await describeAllocation(context, allocation);
        if (!content) throw consoleProblem('conflict', 'Only a computed scenario has a report.');
        if (renderer.pending() >= maxReports)
          throw consoleProblem('too-many-requests', 'Many reports are being made. Try again in a minute.', {
            retryAfterSeconds: 60,
          });
        const files = await makeOrReadReport(context, allocation, () => renderer.run(content));
        await recordRead(context, request, { what: 'download', subject: `allocation ${allocation.id} (${extension})` });
        const name = `allocation-${allocation.fund.id}-seal-${allocation.seal.position}.${extension}`;
        return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(files[file]);
      },
    );

  // The file has no names, but is logged because it leaves the console.
  route(
    'GET /allocations/:id/allocation.csv',
    { access: 'approve-allocation', reads: 'download', problems: [400, 404, 409], exposeHeadRoute: false },
    async (request, reply) => {
      const { id } = await find(request, request.params.id);
      const { parameters, sha256 } = await database
        .selectFrom('allocations')
        .select(['parameters', 'sha256'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (parameters === null || sha256 === null) throw new ProblemError('not-found');
      await recordRead(context, request, { what: 'download', subject: `allocation ${id} (csv)` });
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="allocation-${id}.csv"`)
        .send(Readable.from(exportCsv(database, { id, parameters, sha256 })));
    },
  );
}
