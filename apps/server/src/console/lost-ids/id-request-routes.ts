import {
  AnswerIdRequestSchema,
  IdRequestListSchema,
  IdRequestSchema,
  IdRequestSearchSchema,
  LetterListsSchema,
} from '@redress/contract/console/id-requests';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ConsoleContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { sendCsv } from '../../platform/csv/csv-text.ts';
import { readVersionNumber, versionHeaders } from '../../platform/http/if-match.ts';
import { readBody } from '../../platform/http/json-body.ts';
import { consoleProblem, ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { isRowId } from '../../platform/http/record-ids.ts';
import { recordRead } from '../access-log/record-read.ts';
import { casesWith, requirePermission, staffOf } from '../sign-in/staff-access.ts';
import { answerIdRequest, type AnswerOutcome } from './answer-id-request.ts';
import { findLetterList, formatLetterList, makeLetterList, readLetterLists } from './letter-lists.ts';
import { listRequests, readRequest } from './read-id-requests.ts';

const tags = ['console'];
const params = Type.Object({ id: Type.String() });
const NewLetterListSchema = Type.Object({ caseId: Type.String({ maxLength: 100 }) }, { additionalProperties: false });

/**
 * `/api/console/id-requests`: requests for lost IDs, their answers, and the letters with the IDs.
 */
export async function idRequestRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const { database } = context;

  api.get(
    '/id-requests',
    {
      config: { access: 'search', reads: 'list' },
      schema: {
        summary: 'Requests for lost IDs, oldest first',
        tags,
        querystring: IdRequestSearchSchema,
        response: { 200: IdRequestListSchema, ...problemResponses(400, 401, 403, 500, 503) },
      },
    },
    async (request) => {
      const list = await listRequests(database, casesWith(request, 'search'), request.query);
      await recordRead(context, request, {
        what: 'list',
        subject: 'id-requests',
        resultIds: list.requests.map(({ id }) => `id-request ${id}`),
      });
      return list;
    },
  );

  api.get(
    '/id-requests/:id',
    {
      config: { access: 'search', reads: 'view' },
      schema: {
        summary: 'A request for lost IDs, its answers, and the class members who may have sent it',
        tags,
        params,
        response: { 200: IdRequestSchema, ...problemResponses(401, 403, 404, 500, 503) },
      },
    },
    async (request) => showRequest(context, request, request.params.id),
  );

  api.post(
    '/id-requests/:id/answers',
    {
      config: { access: 'members', reads: 'view' },
      schema: {
        summary: 'Answer a request for lost IDs',
        description: '`If-Match` is the `version` of the request. A later answer replaces an earlier one.',
        tags,
        params,
        headers: versionHeaders,
        body: AnswerIdRequestSchema,
        response: { 200: IdRequestSchema, ...problemResponses(400, 401, 403, 404, 409, 422, 500, 503) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const body = readBody(AnswerIdRequestSchema, request);
      const version = readVersionNumber(request);
      if (!isRowId(id)) throw new ProblemError('not-found');
      requireDone(await answerIdRequest(context, staffOf(request), id, version, body));
      return showRequest(context, request, id);
    },
  );

  api.get(
    '/id-letters',
    {
      config: { access: 'members', reads: 'nothing' },
      schema: {
        summary: 'Letters with IDs: how many wait, and the lists for the mail house',
        tags,
        response: { 200: LetterListsSchema, ...problemResponses(401, 403, 500, 503) },
      },
    },
    (request) => readLetterLists(database, casesWith(request, 'members')),
  );

  api.post(
    '/id-letters',
    {
      config: { access: 'members' },
      schema: {
        summary: 'Put the waiting letters of a case into a list for the mail house',
        tags,
        body: NewLetterListSchema,
        response: {
          201: Type.Object({ id: Type.String() }),
          ...problemResponses(400, 401, 403, 409, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const { caseId } = readBody(NewLetterListSchema, request);
      requirePermission(request, 'members', caseId);
      const id = await makeLetterList(context, staffOf(request).id, caseId);
      if (id === undefined) throw consoleProblem('conflict', 'No letters wait any more. Somebody else made the list.');
      return reply.code(201).send({ id });
    },
  );

  api.get(
    '/id-letters/:id/letters.csv',
    {
      config: { access: 'members', reads: 'export' },
      schema: {
        summary: 'A list for the mail house. It has no Unique IDs',
        tags,
        params,
        response: { 200: Type.String(), ...problemResponses(401, 403, 404, 500, 503) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const list = isRowId(id) && (await findLetterList(database, id, casesWith(request, 'members')));
      if (!list) throw new ProblemError('not-found');
      const { csv, noticeIds } = await formatLetterList(database, id);
      await recordRead(context, request, { what: 'export', subject: `letters ${id}`, resultIds: noticeIds });
      return sendCsv(reply, `letters-${list.caseId}-${id}.csv`, csv);
    },
  );
}

async function showRequest(context: ConsoleContext, request: FastifyRequest, id: string) {
  const found = isRowId(id) ? await readRequest(context.database, id, casesWith(request, 'search')) : undefined;
  if (!found) throw new ProblemError('not-found');
  await recordRead(context, request, {
    what: 'view',
    subject: `id-request ${id}`,
    resultIds: found.candidates.map(({ noticeId }) => noticeId),
  });
  return found;
}

/** @throws ProblemError */
function requireDone(outcome: AnswerOutcome): void {
  const invalid = (field: string, rule: string, message: string) =>
    new ProblemError('invalid-answers', { errors: [{ field, rule, message }] });
  switch (outcome) {
    case 'done':
      return;
    case 'answered-before':
      throw consoleProblem(
        'conflict',
        'Somebody else has answered this request meanwhile. Look at their answer first.',
      );
    case 'unknown-member':
      throw invalid('noticeId', 'unknown', 'No class member of this case has this Notice ID');
    case 'no-address':
      throw invalid('noticeId', 'no-address', 'This class member has no mailing address. Add one on their page first');
    case 'own-address':
      throw consoleProblem(
        'not-permitted',
        'You corrected the address of this class member, so somebody else has to send the letter there.',
      );
    case 'address-changed':
      throw consoleProblem(
        'conflict',
        'The address of this class member has changed since you opened this request. Look at it again before you answer.',
      );
    case 'note-required':
      throw invalid('note', 'required', 'Enter what you asked for');
    case 'note-too-long':
      throw invalid('note', 'max-length', 'Enter at most 2,000 characters');
    case 'not-found':
      throw new ProblemError('not-found');
  }
}
