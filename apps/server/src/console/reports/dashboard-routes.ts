import { dashboardApi } from '@redress/contract/console/dashboard';
import { listBlindClaimIds } from '../sign-in/blind-reviews.ts';
import type { ConsoleContext } from '../context.ts';
import { describeRoute } from '../describe-route.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { recordRead } from '../access-log/record-read.ts';
import { casesWith, staffOf } from '../sign-in/staff-access.ts';
import { readDashboard } from './dashboard.ts';
import { listWaitingClaims } from './waiting-documents.ts';

/** `GET /api/console/dashboard`: the current figures, without personal data. */
export async function dashboardRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  api.route({
    ...describeRoute(dashboardApi, 'GET /dashboard', problemResponses(400, 401, 403, 404, 500, 503)),
    config: { access: 'figures', reads: 'nothing' },
    handler: async (request) => {
      const { days, case: caseId } = request.query;
      const permitted = casesWith(request, 'figures');
      if (caseId !== undefined && !permitted.includes(caseId)) throw new ProblemError('not-found');
      const without = await listBlindClaimIds(context.database, staffOf(request).id);
      return readDashboard(context, caseId === undefined ? permitted : [caseId], { chosen: days, without });
    },
  });
  api.route({
    ...describeRoute(dashboardApi, 'GET /dashboard/waiting/:what', problemResponses(401, 403, 404, 500, 503)),
    config: { access: 'claims', reads: 'list' },
    handler: async (request) => {
      const { what } = request.params;
      if (what !== 'scan' && what !== 'data-check') throw new ProblemError('not-found');
      const claims = await listWaitingClaims(context, casesWith(request, 'claims'), what);
      const resultIds = claims.map(({ number }) => number);
      await recordRead(context, request, { what: 'list', subject: `waiting ${what}`, resultIds });
      return { claims };
    },
  });
}
