import { savedViewsApi, NewViewSchema, ViewChangeSchema } from '@redress/contract/console/saved-views';
import type { FastifyRequest } from 'fastify';
import type { ConsoleContext } from '../context.ts';
import { describeRoute } from '../describe-route.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { readVersionNumber } from '../../platform/http/if-match.ts';
import { readBody } from '../../platform/http/json-body.ts';
import { ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import { staffOf } from '../sign-in/staff-access.ts';
import { changeView, createView, deleteView, listViews } from './saved-views.ts';

/** `/api/console/saved-views`: named lists. A change names the version that it is based on. */
export async function savedViewRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const problems = problemResponses(400, 401, 403, 404, 409, 412, 500, 503);

  api.route({
    ...describeRoute(savedViewsApi, 'GET /saved-views', problems),
    config: { access: 'claims', reads: 'nothing' },
    handler: async (request) => ({ views: await listViews(context, staffOf(request)) }),
  });
  api.route({
    ...describeRoute(savedViewsApi, 'POST /saved-views', problems),
    config: { access: 'claims' },
    handler: async (request, reply) =>
      reply.code(201).send(await createView(context, staffOf(request), readBody(NewViewSchema, request))),
  });
  api.route({
    ...describeRoute(savedViewsApi, 'PUT /saved-views/:id', problems),
    config: { access: 'claims' },
    handler: (request) => changeView(context, staffOf(request), readSeen(request), readBody(ViewChangeSchema, request)),
  });
  api.route({
    ...describeRoute(savedViewsApi, 'DELETE /saved-views/:id', problems),
    config: { access: 'claims' },
    handler: async (request, reply) => {
      await deleteView(context, staffOf(request), readSeen(request));
      return reply.code(204).send(null);
    },
  });
}

function readSeen(request: FastifyRequest<{ Params: { id: string } }>) {
  const { id } = request.params;
  if (!isUuid(id)) throw new ProblemError('not-found');
  return { id, version: readVersionNumber(request) };
}
