import { staffAdminApi, type Person } from '@redress/contract/console/staff-admin';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { readVersionNumber } from '../../platform/http/if-match.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { invite, inviteAgain, withdrawInvitation } from './invitations.ts';
import { needsSecondPerson } from './role-grants.ts';
import { staffOf } from '../sign-in/staff-access.ts';
import { changeRoles, changeState, readPeople } from './staff-accounts.ts';
import { listStaffSessions, revokeStaffSessions } from '../sign-in/staff-sessions.ts';

/** Staff invitations, roles by case, accounts and sessions, for admins only. */
export async function staffRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, staffAdminApi);
  const reads = { access: 'staff', reads: 'nothing', problems: [400, 404, 409, 412, 422] } as const;
  const writes = { access: 'staff', fresh: true, problems: [400, 404, 409, 412, 422] } as const;
  const readPerson = async (id: string): Promise<Person> => {
    const [person] = await readPeople(context, id);
    if (!person) throw new ProblemError('not-found');
    return person;
  };

  route('GET /staff', reads, async (request) => ({
    people: await readPeople(context),
    needsSecondPerson: await needsSecondPerson(context.database, staffOf(request).id),
  }));
  route('POST /staff', { ...writes, maxParts: 500 }, async (request, reply) => {
    const { id, ...link } = await invite(context, staffOf(request), request.body);
    return reply.code(201).send({ person: await readPerson(id), ...link });
  });
  route('POST /staff/:id/invitation', writes, (request) => inviteAgain(context, staffOf(request), request.params.id));
  route('DELETE /staff/:id/invitation', writes, async (request) => {
    await withdrawInvitation(context, staffOf(request), request.params.id);
    return readPerson(request.params.id);
  });
  route('PUT /staff/:id/roles', { ...writes, maxParts: 500 }, async (request) => {
    const wanted = { ...request.body, version: readVersionNumber(request) };
    await changeRoles(context, staffOf(request), request.params.id, wanted);
    return readPerson(request.params.id);
  });
  route('PUT /staff/:id/state', writes, async (request) => {
    const wanted = { ...request.body, version: readVersionNumber(request) };
    await changeState(context, staffOf(request), request.params.id, wanted);
    return readPerson(request.params.id);
  });
  route('GET /staff/:id/sessions', reads, async (request) => ({
    sessions: await listStaffSessions(context, request.params.id, staffOf(request).sessionId),
  }));
  route('DELETE /staff/:id/sessions/:sessionId', writes, async (request) => {
    const { id, sessionId } = request.params;
    await revokeStaffSessions(context, id, staffOf(request).id, { only: sessionId });
  });
}
