import {
  BulkClaimsQuerySchema,
  BulkClaimsSchema,
  type BulkJob,
  BulkJobSchema,
  BulkJobsSchema,
  BulkOptionsSchema,
  NewBulkJobSchema,
} from '@redress/contract/console/bulk';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { refuseWhileBlind } from '../sign-in/blind-reviews.ts';
import type { ConsoleContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { readBody } from '../../platform/http/json-body.ts';
import { ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import { recordRead } from '../access-log/record-read.ts';
import { listReviewers } from '../review/assign-claim.ts';
import { casesWith, staffOf } from '../sign-in/staff-access.ts';
import { createBulkJob } from './create-bulk-job.ts';
import { cancelBulkJob, retryBulkJob } from './end-bulk-job.ts';
import { describe, findBulkJob, listBulkClaims, listBulkJobs } from './read-bulk-jobs.ts';

const config = { access: 'supervise' } as const;
const readConfig = { ...config, reads: 'nothing' } as const;
const tags = ['console'];
const params = Type.Object({ id: Type.String() });
type WithId = FastifyRequest<{ Params: { id: string } }>;

/** `/api/console/bulk`: actions on many claims, with progress and an outcome for each claim. */
export async function bulkRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const { database, settlement } = context;
  const problems = problemResponses(400, 401, 403, 404, 409, 500, 503);
  const casesOf = (request: FastifyRequest) => casesWith(request, 'supervise');
  const find = async (request: FastifyRequest, id: string) => {
    if (!isUuid(id)) throw new ProblemError('not-found');
    return findBulkJob(database, casesOf(request), id);
  };
  const read = async (request: FastifyRequest, id: string): Promise<BulkJob> =>
    describe(database, settlement, staffOf(request).id, await find(request, id));
  // The numbers of an action, also of one without that claim, would tell whether the claim is in it.
  api.addHook('preHandler', (request) =>
    refuseWhileBlind(database, staffOf(request).id, casesWith(request, 'supervise')),
  );

  api.get(
    '/bulk',
    {
      config: readConfig,
      schema: {
        summary: 'The latest actions on many claims',
        tags,
        response: { 200: BulkJobsSchema, ...problems },
      },
    },
    async (request) => ({
      jobs: await listBulkJobs(database, settlement, { id: staffOf(request).id, cases: casesOf(request) }),
    }),
  );
  api.get(
    '/bulk/options',
    {
      config: readConfig,
      schema: {
        summary: 'People to whom claims can be assigned, and reasons of deficiencies',
        tags,
        response: { 200: BulkOptionsSchema, ...problems },
      },
    },
    async (request) => ({
      reviewers: await listReviewers(database, casesOf(request)),
      reasons: settlement.review.reasons
        .filter(({ outcome }) => outcome === 'deficient')
        .map(({ id, label }) => ({ id, label })),
    }),
  );
  api.post(
    '/bulk',
    {
      config,
      schema: {
        summary: 'Act on many claims',
        description: 'More than 100 claims wait for a second person.',
        tags,
        body: NewBulkJobSchema,
        response: { 201: BulkJobSchema, ...problems },
      },
    },
    async (request, reply) => {
      const asker = { id: staffOf(request).id, cases: casesOf(request) };
      const asked = readBody(NewBulkJobSchema, request);
      await createBulkJob(context, asker, asked);
      return reply.code(201).send(await read(request, asked.id));
    },
  );
  api.get(
    '/bulk/:id',
    {
      config: readConfig,
      schema: {
        summary: 'An action on many claims: its progress and counts',
        tags,
        params,
        response: { 200: BulkJobSchema, ...problems },
      },
    },
    (request: WithId) => read(request, request.params.id),
  );
  api.get(
    '/bulk/:id/claims',
    {
      config: { ...config, reads: 'list' },
      schema: {
        summary: 'What became of each claim of an action, by claim number',
        tags,
        params,
        querystring: BulkClaimsQuerySchema,
        response: { 200: BulkClaimsSchema, ...problems },
      },
    },
    async (request) => {
      const job = await find(request, request.params.id);
      const outcomes = await listBulkClaims(database, job.id, request.query);
      const resultIds = outcomes.claims.map(({ number }) => number);
      await recordRead(context, request, { what: 'list', subject: `bulk ${job.id}`, resultIds });
      return outcomes;
    },
  );
  api.delete(
    '/bulk/:id',
    {
      config,
      schema: {
        summary: 'Stop an action, or withdraw the request. What is done stays',
        tags,
        params,
        response: { 200: BulkJobSchema, ...problems },
      },
    },
    async (request) => {
      await cancelBulkJob(context, staffOf(request), await find(request, request.params.id));
      return read(request, request.params.id);
    },
  );
  api.post(
    '/bulk/:id/retry',
    {
      config,
      schema: {
        summary: 'Try the failed claims of an action again',
        tags,
        params,
        response: { 201: BulkJobSchema, ...problems },
      },
    },
    async (request: WithId, reply) => {
      const id = await retryBulkJob(context, staffOf(request).id, await find(request, request.params.id));
      return reply.code(201).send(await read(request, id));
    },
  );
}
