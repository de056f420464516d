import {
  NewViewSchema,
  SavedViewSchema,
  SavedViewsSchema,
  ViewChangeSchema,
} from '@redress/contract/console/saved-views';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ConsoleContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { readVersionNumber, versionHeaders } from '../../platform/http/if-match.ts';
import { readBody } from '../../platform/http/json-body.ts';
import { ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import { staffOf } from '../sign-in/staff-access.ts';
import { changeView, createView, deleteView, listViews } from './saved-views.ts';

/**
 * `/api/console/saved-views`: lists under a name. A change names the version that it is based on.
 */
export async function savedViewRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const problems = problemResponses(400, 401, 403, 404, 409, 412, 500, 503);
  const params = Type.Object({ id: Type.String() });

  api.get(
    '/saved-views',
    {
      config: { access: 'claims', reads: 'nothing' },
      schema: {
        summary: 'The saved views of the list of claims: the team’s and one’s own',
        tags: ['console'],
        response: { 200: SavedViewsSchema, ...problems },
      },
    },
    async (request) => ({ views: await listViews(context, staffOf(request)) }),
  );
  api.post(
    '/saved-views',
    {
      config: { access: 'claims' },
      schema: {
        summary: 'Save a view',
        tags: ['console'],
        body: NewViewSchema,
        response: { 201: SavedViewSchema, ...problems },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createView(context, staffOf(request), readBody(NewViewSchema, request))),
  );
  api.put(
    '/saved-views/:id',
    {
      config: { access: 'claims' },
      schema: {
        summary: 'Rename a view, or change its list',
        tags: ['console'],
        params,
        headers: versionHeaders,
        body: ViewChangeSchema,
        response: { 200: SavedViewSchema, ...problems },
      },
    },
    (request) => changeView(context, staffOf(request), readSeen(request), readBody(ViewChangeSchema, request)),
  );
  api.delete(
    '/saved-views/:id',
    {
      config: { access: 'claims' },
      schema: {
        summary: 'Delete a view',
        tags: ['console'],
        params,
        headers: versionHeaders,
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      await deleteView(context, staffOf(request), readSeen(request));
      return reply.code(204).send(null);
    },
  );
}

function readSeen(request: FastifyRequest<{ Params: { id: string } }>) {
  const { id } = request.params;
  if (!isUuid(id)) throw new ProblemError('not-found');
  return { id, version: readVersionNumber(request) };
}
