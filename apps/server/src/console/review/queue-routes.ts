import { reviewApi } from '@redress/contract/console/review';
import { listInClusterSamples, listReviewedBlind } from '../sign-in/blind-reviews.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { casesWith, requirePermission, staffOf } from '../sign-in/staff-access.ts';
import { listReviewers } from './assign-claim.ts';
import { leaseNext } from './lease-claims.ts';
import { countAssigned, countQueues } from './queue-counts.ts';

/** A queue request leaves out up to 200 numbers. */
const maxBodyParts = 500;

/** `/api/console/review`: queues of claims that wait for a decision. */
export async function queueRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, reviewApi);
  const { database } = context;
  const problems = [400, 409];
  route('GET /review/queues', { access: 'decide', reads: 'nothing', problems }, async (request) => {
    const { id } = staffOf(request);
    return {
      queues: await countQueues(database, casesWith(request, 'decide'), id),
      assignedToMe: await countAssigned(database, id),
      returnedToMe: await countAssigned(database, id, { reason: 'reopened' }),
    };
  });
  route('POST /review/next', { access: 'decide', problems, maxParts: maxBodyParts }, async (request) => {
    const { queue, skip: given } = request.body;
    const { id: staffId } = staffOf(request);
    const blind = [...(await listReviewedBlind(database, staffId)), ...(await listInClusterSamples(database, staffId))];
    const skip = [...given, ...blind.map(({ number }) => number)];
    return leaseNext(context, { queue, skip, cases: casesWith(request, 'decide'), staffId });
  });
  route('GET /review/reviewers', { access: 'supervise', reads: 'nothing', problems }, async (request) => {
    requirePermission(request, 'supervise', request.query.case);
    return { reviewers: await listReviewers(database, [request.query.case]) };
  });
}
