import {
  AskForModelSchema,
  FitModelSchema,
  IntegrityDriftSchema,
  IntegrityFairnessSchema,
  IntegrityModelsSchema,
  RandomSampleSchema,
} from '@redress/contract/console/integrity';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ConsoleContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { readBody } from '../../platform/http/json-body.ts';
import { consoleProblem, ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { casesWith, requirePermission, staffOf } from '../sign-in/staff-access.ts';
import { readDrift, readFairness } from './drift-and-fairness.ts';
import { requireReason } from './integrity-routes.ts';
import { readRandomSample } from './random-sample.ts';
import { askForModel, countVerdicts, fitNewModel, minVerdicts, readModels } from './models.ts';

const tags = ['console'];
const querystring = Type.Object({ case: Type.String({ maxLength: 100 }) });

/** Weights that are fitted to verdicts, the random sample, and figures about how signals change and whom they hit. */
export async function modelRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const { database } = context;

  api.get(
    '/integrity-models',
    {
      config: { access: 'decide', reads: 'nothing' },
      schema: {
        summary: 'Models with their metrics and weights, and how many verdicts there are',
        tags,
        response: { 200: IntegrityModelsSchema, ...problemResponses(401, 403, 500, 503) },
      },
    },
    async (request) => {
      const cases = casesWith(request, 'decide');
      const models = await readModels(database, cases);
      return { models, verdicts: await countVerdicts(database, cases), minVerdicts };
    },
  );

  api.post(
    '/integrity-models',
    {
      config: { access: 'supervise' },
      schema: {
        summary: 'Fit a model to the verdicts of a case. It scores nothing until two people agree',
        tags,
        body: FitModelSchema,
        response: { 201: Type.Object({ id: Type.Integer() }), ...problemResponses(400, 401, 403, 409, 500, 503) },
      },
    },
    async (request, reply) => {
      const { caseId } = readBody(FitModelSchema, request);
      requirePermission(request, 'supervise', caseId);
      const id = await fitNewModel(context, { caseId, staffId: staffOf(request).id });
      if (id === 'too-few')
        throw consoleProblem('conflict', `A model needs at least ${minVerdicts} claims with a verdict.`);
      return reply.code(201).send({ id });
    },
  );

  api.post(
    '/integrity-models/:id/request',
    {
      config: { access: 'supervise' },
      schema: {
        summary: 'Ask a second person to let a model score the claims of its case',
        tags,
        params: Type.Object({ id: Type.String() }),
        body: AskForModelSchema,
        response: {
          202: Type.Object({ approval: Type.String() }),
          ...problemResponses(400, 401, 403, 404, 409, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const reason = stripNulAndSurrogates(requireReason(readBody(AskForModelSchema, request).reason));
      const id = /^\d{1,9}$/.test(request.params.id) ? Number(request.params.id) : 0;
      const model = await database
        .selectFrom('integrity_models')
        .select('case_id')
        .where('id', '=', id)
        .executeTakeFirst();
      if (!model || !casesWith(request, 'decide').includes(model.case_id)) throw new ProblemError('not-found');
      requirePermission(request, 'supervise', model.case_id);
      const asked = await database
        .transaction()
        .execute((transaction) => askForModel(transaction, context, { id, reason, staffId: staffOf(request).id }));
      if (asked === 'not-found') throw new ProblemError('not-found');
      if (asked === 'not-open') throw consoleProblem('conflict', 'A second person was asked for this model already.');
      return reply.code(202).send({ approval: asked.approvalId });
    },
  );

  api.get(
    '/integrity-sample',
    {
      config: { access: 'decide', reads: 'nothing' },
      schema: {
        summary: 'The next claim of the random sample without a verdict, and how many there are',
        tags,
        querystring,
        response: { 200: RandomSampleSchema, ...problemResponses(400, 401, 403, 404, 500, 503) },
      },
    },
    (request) => readRandomSample(database, requireCase(request, request.query.case)),
  );

  api.get(
    '/integrity-drift',
    {
      config: { access: 'decide', reads: 'nothing' },
      schema: {
        summary: 'How often each signal speaks for the claims of a week',
        tags,
        querystring,
        response: { 200: IntegrityDriftSchema, ...problemResponses(400, 401, 403, 404, 500, 503) },
      },
    },
    (request) => readDrift(database, context.settlement, requireCase(request, request.query.case)),
  );

  api.get(
    '/integrity-fairness',
    {
      config: { access: 'decide', reads: 'nothing' },
      schema: {
        summary: 'Among claims that were found genuine, how many had a flag, by group',
        tags,
        querystring,
        response: { 200: IntegrityFairnessSchema, ...problemResponses(400, 401, 403, 404, 500, 503) },
      },
    },
    (request) => readFairness(database, context, requireCase(request, request.query.case)),
  );
}

/** A case of somebody else and one that does not exist look the same. */
function requireCase(request: FastifyRequest, caseId: string): string {
  if (!casesWith(request, 'decide').includes(caseId)) throw new ProblemError('not-found');
  return caseId;
}
