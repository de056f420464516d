import {
  staffAdminApi,
  ChangeRolesSchema,
  ChangeStateSchema,
  InviteSchema,
  type Person,
} from '@redress/contract/console/staff-admin';
import type { ConsoleContext } from '../context.ts';
import { describeRoute } from '../describe-route.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { readVersionNumber } from '../../platform/http/if-match.ts';
import { readBody } from '../../platform/http/json-body.ts';
import { ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { invite, inviteAgain, withdrawInvitation } from './invitations.ts';
import { needsSecondPerson } from './role-grants.ts';
import { staffOf } from '../sign-in/staff-access.ts';
import { changeRoles, changeState, readPeople } from './staff-accounts.ts';
import { listStaffSessions, revokeStaffSessions } from '../sign-in/staff-sessions.ts';

/** Staff invitations, roles by case, accounts and sessions, for admins only. */
export async function staffRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const reads = { access: 'staff', reads: 'nothing' } as const;
  const writes = { access: 'staff', fresh: true } as const;
  const problems = problemResponses(400, 401, 403, 404, 409, 412, 422, 500, 503);
  const readPerson = async (id: string): Promise<Person> => {
    const [person] = await readPeople(context, id);
    if (!person) throw new ProblemError('not-found');
    return person;
  };

  api.route({
    ...describeRoute(staffAdminApi, 'GET /staff', problems),
    config: reads,
    handler: async (request) => ({
      people: await readPeople(context),
      needsSecondPerson: await needsSecondPerson(context.database, staffOf(request).id),
    }),
  });
  api.route({
    ...describeRoute(staffAdminApi, 'POST /staff', problems),
    config: writes,
    handler: async (request, reply) => {
      const { id, ...link } = await invite(context, staffOf(request), readBody(InviteSchema, request, 500));
      return reply.code(201).send({ person: await readPerson(id), ...link });
    },
  });
  api.route({
    ...describeRoute(staffAdminApi, 'POST /staff/:id/invitation', problems),
    config: writes,
    handler: (request) => inviteAgain(context, staffOf(request), request.params.id),
  });
  api.route({
    ...describeRoute(staffAdminApi, 'DELETE /staff/:id/invitation', problems),
    config: writes,
    handler: async (request) => {
      await withdrawInvitation(context, staffOf(request), request.params.id);
      return readPerson(request.params.id);
    },
  });
  api.route({
    ...describeRoute(staffAdminApi, 'PUT /staff/:id/roles', problems),
    config: writes,
    handler: async (request) => {
      const wanted = { ...readBody(ChangeRolesSchema, request, 500), version: readVersionNumber(request) };
      await changeRoles(context, staffOf(request), request.params.id, wanted);
      return readPerson(request.params.id);
    },
  });
  api.route({
    ...describeRoute(staffAdminApi, 'PUT /staff/:id/state', problems),
    config: writes,
    handler: async (request) => {
      const wanted = { ...readBody(ChangeStateSchema, request), version: readVersionNumber(request) };
      await changeState(context, staffOf(request), request.params.id, wanted);
      return readPerson(request.params.id);
    },
  });
  api.route({
    ...describeRoute(staffAdminApi, 'GET /staff/:id/sessions', problems),
    config: reads,
    handler: async (request) => ({
      sessions: await listStaffSessions(context, request.params.id, staffOf(request).sessionId),
    }),
  });
  api.route({
    ...describeRoute(staffAdminApi, 'DELETE /staff/:id/sessions/:sessionId', problems),
    config: writes,
    handler: async (request, reply) => {
      const { id, sessionId } = request.params;
      await revokeStaffSessions(context, id, staffOf(request).id, { only: sessionId });
      return reply.code(204).send(null);
    },
  });
}
