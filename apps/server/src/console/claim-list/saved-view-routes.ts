import { savedViewsApi } from '@redress/contract/console/saved-views';
import type { FastifyRequest } from 'fastify';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { readVersionNumber } from '../../platform/http/if-match.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import { staffOf } from '../sign-in/staff-access.ts';
import { changeView, createView, deleteView, listViews } from './saved-views.ts';

/** `/api/console/saved-views`: named lists. A change names the version that it is based on. */
export async function savedViewRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, savedViewsApi);
  const problems = [400, 404, 409, 412];

  route('GET /saved-views', { access: 'claims', reads: 'nothing', problems }, async (request) => ({
    views: await listViews(context, staffOf(request)),
  }));
  route('POST /saved-views', { access: 'claims', problems }, async (request, reply) =>
    reply.code(201).send(await createView(context, staffOf(request), request.body)),
  );
  route('PUT /saved-views/:id', { access: 'claims', problems }, (request) =>
    changeView(context, staffOf(request), readSeen(request), request.body),
  );
  route('DELETE /saved-views/:id', { access: 'claims', problems }, async (request) => {
    await deleteView(context, staffOf(request), readSeen(request));
  });
}

function readSeen(request: FastifyRequest<{ Params: { id: string } }>) {
  const { id } = request.params;
  if (!isUuid(id)) throw new ProblemError('not-found');
  return { id, version: readVersionNumber(request) };
}
