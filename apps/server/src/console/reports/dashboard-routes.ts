import { dashboardApi } from '@redress/contract/console/dashboard';
import { listBlindClaimIds } from '../sign-in/blind-reviews.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { recordRead } from '../access-log/record-read.ts';
import { casesWith, staffOf } from '../sign-in/staff-access.ts';
import { readDashboard } from './dashboard.ts';
import { listWaitingClaims } from './waiting-documents.ts';

/** `GET /api/console/dashboard`: the current figures, without personal data. */
export async function dashboardRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, dashboardApi);
  route('GET /dashboard', { access: 'figures', reads: 'nothing', problems: [400, 404] }, async (request) => {
    const { days, case: caseId } = request.query;
    const permitted = casesWith(request, 'figures');
    if (caseId !== undefined && !permitted.includes(caseId)) throw new ProblemError('not-found');
    const without = await listBlindClaimIds(context.database, staffOf(request).id);
    return readDashboard(context, caseId === undefined ? permitted : [caseId], { chosen: days, without });
  });
  route('GET /dashboard/waiting/:what', { access: 'claims', reads: 'list', problems: [404] }, async (request) => {
    const { what } = request.params;
    if (what !== 'scan' && what !== 'data-check') throw new ProblemError('not-found');
    const claims = await listWaitingClaims(context, casesWith(request, 'claims'), what);
    const resultIds = claims.map(({ number }) => number);
    await recordRead(context, request, { what: 'list', subject: `waiting ${what}`, resultIds });
    return { claims };
  });
}
