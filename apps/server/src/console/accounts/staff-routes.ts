import {
  ChangeRolesSchema,
  ChangeStateSchema,
  InvitedSchema,
  InviteSchema,
  NewLinkSchema,
  PeopleSchema,
  type Person,
  PersonSchema,
  StaffSessionsSchema,
} from '@redress/contract/console/staff-admin';
import { Type } from 'typebox';
import type { ConsoleContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { readVersionNumber, versionHeaders } from '../../platform/http/if-match.ts';
import { readBody } from '../../platform/http/json-body.ts';
import { ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { invite, inviteAgain, withdrawInvitation } from './invitations.ts';
import { needsSecondPerson } from './role-grants.ts';
import { staffOf } from '../sign-in/staff-access.ts';
import { changeRoles, changeState, readPeople } from './staff-accounts.ts';
import { listStaffSessions, revokeStaffSessions } from '../sign-in/staff-sessions.ts';

/** The people who work here: invitations, roles by case, accounts and sessions. For admins. */
export async function staffRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const reads = { access: 'staff', reads: 'nothing' } as const;
  const writes = { access: 'staff', fresh: true } as const;
  const params = Type.Object({ id: Type.String({ format: 'uuid' }) });
  const problems = problemResponses(400, 401, 403, 404, 409, 412, 422, 500, 503);
  const readPerson = async (id: string): Promise<Person> => {
    const [person] = await readPeople(context, id);
    if (!person) throw new ProblemError('not-found');
    return person;
  };

  api.get(
    '/staff',
    {
      config: reads,
      schema: { summary: 'All accounts', tags: ['console'], response: { 200: PeopleSchema, ...problems } },
    },
    async (request) => ({
      people: await readPeople(context),
      needsSecondPerson: await needsSecondPerson(context.database, staffOf(request).id),
    }),
  );
  api.post(
    '/staff',
    {
      config: writes,
      schema: {
        summary: 'Invite a colleague',
        tags: ['console'],
        body: InviteSchema,
        response: { 201: InvitedSchema, ...problems },
      },
    },
    async (request, reply) => {
      const { id, ...link } = await invite(context, staffOf(request), readBody(InviteSchema, request, 500));
      return reply.code(201).send({ person: await readPerson(id), ...link });
    },
  );
  api.post(
    '/staff/:id/invitation',
    {
      config: writes,
      schema: {
        summary: 'A new link for somebody who has not used theirs',
        tags: ['console'],
        params,
        response: { 200: NewLinkSchema, ...problems },
      },
    },
    (request) => inviteAgain(context, staffOf(request), request.params.id),
  );
  api.delete(
    '/staff/:id/invitation',
    {
      config: writes,
      schema: {
        summary: 'Withdraw an invitation',
        tags: ['console'],
        params,
        response: { 200: PersonSchema, ...problems },
      },
    },
    async (request) => {
      await withdrawInvitation(context, staffOf(request), request.params.id);
      return readPerson(request.params.id);
    },
  );
  api.put(
    '/staff/:id/roles',
    {
      config: writes,
      schema: {
        summary: 'Set the roles of somebody else; new ones may wait for a second person',
        tags: ['console'],
        params,
        headers: versionHeaders,
        body: ChangeRolesSchema,
        response: { 200: PersonSchema, ...problems },
      },
    },
    async (request) => {
      const wanted = { ...readBody(ChangeRolesSchema, request, 500), version: readVersionNumber(request) };
      await changeRoles(context, staffOf(request), request.params.id, wanted);
      return readPerson(request.params.id);
    },
  );
  api.put(
    '/staff/:id/state',
    {
      config: writes,
      schema: {
        summary: 'Disable the account of somebody else, or enable it',
        tags: ['console'],
        params,
        headers: versionHeaders,
        body: ChangeStateSchema,
        response: { 200: PersonSchema, ...problems },
      },
    },
    async (request) => {
      const wanted = { ...readBody(ChangeStateSchema, request), version: readVersionNumber(request) };
      await changeState(context, staffOf(request), request.params.id, wanted);
      return readPerson(request.params.id);
    },
  );
  api.get(
    '/staff/:id/sessions',
    {
      config: reads,
      schema: {
        summary: 'The sessions of somebody',
        tags: ['console'],
        params,
        response: { 200: StaffSessionsSchema, ...problems },
      },
    },
    async (request) => ({
      sessions: await listStaffSessions(context, request.params.id, staffOf(request).sessionId),
    }),
  );
  api.delete(
    '/staff/:id/sessions/:sessionId',
    {
      config: writes,
      schema: {
        summary: 'End a session of somebody',
        tags: ['console'],
        params: Type.Object({ ...params.properties, sessionId: Type.String({ format: 'uuid' }) }),
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const { id, sessionId } = request.params;
      await revokeStaffSessions(context, id, staffOf(request).id, { only: sessionId });
      return reply.code(204).send(null);
    },
  );
}
