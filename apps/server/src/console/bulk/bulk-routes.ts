import { bulkApi, type BulkJob } from '@redress/contract/console/bulk';
import type { FastifyRequest } from 'fastify';
import { refuseWhileBlind } from '../sign-in/blind-reviews.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import { recordRead } from '../access-log/record-read.ts';
import { listReviewers } from '../review/assign-claim.ts';
import { findFitting } from '../review/check-decision.ts';
import { casesWith, staffOf } from '../sign-in/staff-access.ts';
import { chooseClaims } from './choose-claims.ts';
import { createBulkJob, previewBulkAction } from './create-bulk-job.ts';
import { cancelBulkJob, retryBulkJob } from './end-bulk-job.ts';
import { describe, findBulkJob, listBulkClaims, listBulkJobs } from './read-bulk-jobs.ts';

const config = { access: 'supervise', problems: [400, 404, 409] } as const;
const readConfig = { ...config, reads: 'nothing' } as const;
type WithId = FastifyRequest<{ Params: { id: string } }>;

/** `/api/console/bulk`: bulk actions, with progress and an outcome for each claim. */
export async function bulkRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, bulkApi);
  const { database, settlement } = context;
  const casesOf = (request: FastifyRequest) => casesWith(request, 'supervise');
  const askerOf = (request: FastifyRequest) => {
    const cases = casesOf(request);
    const otherCases = casesWith(request, 'claims').filter((each) => !cases.includes(each));
    return { id: staffOf(request).id, cases, otherCases };
  };
  const find = async (request: FastifyRequest, id: string) => {
    if (!isUuid(id)) throw new ProblemError('not-found');
    return findBulkJob(database, casesOf(request), id);
  };
  const read = async (request: FastifyRequest, id: string): Promise<BulkJob> =>
    describe(database, settlement, staffOf(request).id, await find(request, id));
  // Any numbers of an action would tell a second reviewer whether their claim is in it.
  api.addHook('preHandler', (request) =>
    refuseWhileBlind(database, staffOf(request).id, casesWith(request, 'supervise')),
  );

  route('GET /bulk', readConfig, async (request) => ({
    jobs: await listBulkJobs(database, settlement, {
      id: staffOf(request).id,
      cases: casesOf(request),
      areLetters: false,
    }),
  }));
  route('POST /bulk/options', config, async (request) => {
    const { kind, selection } = request.body;
    const asker = askerOf(request);
    const reasons = settlement.review.reasons.filter(({ outcome }) => outcome === kind);
    const { claims } = await chooseClaims(database, asker, selection);
    const [claimIds, reasonIds] = [claims.map(({ id }) => id), reasons.map(({ id }) => id)];
    const found = kind === 'assign' ? [] : await findFitting(database, settlement, claimIds, reasonIds);
    const fitting = new Set(found.flatMap((claim) => claim.fitting));
    return {
      reviewers: await listReviewers(database, asker.cases),
      reasons: reasons.flatMap(({ id, label, isDuplicate = false }) =>
        fitting.has(id) ? [{ id, label, isDuplicate }] : [],
      ),
    };
  });
  route('POST /bulk/preview', config, async (request) => {
    const { body: asked } = request;
    return previewBulkAction(context, askerOf(request), asked);
  });
  route('POST /bulk', config, async (request, reply) => {
    const { body: asked } = request;
    await createBulkJob(context, askerOf(request), asked);
    return reply.code(201).send(await read(request, asked.id));
  });
  route('GET /bulk/:id', readConfig, (request: WithId) => read(request, request.params.id));
  route('GET /bulk/:id/claims', { ...config, reads: 'list' }, async (request) => {
    const job = await find(request, request.params.id);
    const outcomes = await listBulkClaims(database, job, request.query);
    const resultIds = outcomes.claims.map(({ number }) => number);
    await recordRead(context, request, { what: 'list', subject: `bulk ${job.id}`, resultIds, shown: outcomes });
    return outcomes;
  });
  route('DELETE /bulk/:id', config, async (request) => {
    await cancelBulkJob(context, staffOf(request), await find(request, request.params.id));
    return read(request, request.params.id);
  });
  route('POST /bulk/:id/retry', config, async (request: WithId, reply) => {
    const id = await retryBulkJob(context, staffOf(request).id, await find(request, request.params.id));
    return reply.code(201).send(await read(request, id));
  });
}
