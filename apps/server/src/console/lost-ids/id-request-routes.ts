import { idRequestsApi } from '@redress/contract/console/id-requests';
import type { FastifyRequest } from 'fastify';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { sendCsv } from '../../platform/csv/csv-text.ts';
import { readVersionNumber } from '../../platform/http/if-match.ts';
import { consoleProblem, invalidField, ProblemError } from '../../platform/http/problem.ts';
import { isRowId } from '../../platform/http/record-ids.ts';
import { recordRead } from '../access-log/record-read.ts';
import { casesWith, requirePermission, staffOf } from '../sign-in/staff-access.ts';
import { answerIdRequest, type AnswerOutcome } from './answer-id-request.ts';
import { findLetterList, formatLetterList, makeLetterList, readLetterLists } from './letter-lists.ts';
import { listRequests, readRequest } from './read-id-requests.ts';

/** `/api/console/id-requests`: requests for lost IDs, answers, and letters with the IDs. */
export async function idRequestRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, idRequestsApi);
  const { database } = context;

  route('GET /id-requests', { access: 'search', reads: 'list', problems: [400] }, async (request) => {
    const list = await listRequests(database, casesWith(request, 'search'), request.query);
    await recordRead(context, request, {
      what: 'list',
      subject: 'id-requests',
      resultIds: list.requests.map(({ id }) => `id-request ${id}`),
    });
    return list;
  });

  route('GET /id-requests/:id', { access: 'search', reads: 'view', problems: [404] }, async (request) =>
    showRequest(context, request, request.params.id),
  );

  route(
    'POST /id-requests/:id/answers',
    { access: 'members', reads: 'view', problems: [400, 404, 409, 422] },
    async (request) => {
      const { id } = request.params;
      const { body } = request;
      const version = readVersionNumber(request);
      if (!isRowId(id)) throw new ProblemError('not-found');
      requireDone(await answerIdRequest(context, staffOf(request), id, version, body));
      return showRequest(context, request, id);
    },
  );

  route('GET /id-letters', { access: 'members', reads: 'nothing' }, (request) =>
    readLetterLists(database, casesWith(request, 'members')),
  );

  route('POST /id-letters', { access: 'members', problems: [400, 409] }, async (request, reply) => {
    const { caseId } = request.body;
    requirePermission(request, 'members', caseId);
    const id = await makeLetterList(context, staffOf(request).id, caseId);
    if (id === undefined)
      throw consoleProblem('conflict', 'No letters are due anymore. Someone else created the list.');
    return reply.code(201).send({ id });
  });

  route(
    'GET /id-letters/:id/letters.csv',
    { access: 'members', reads: 'export', problems: [404] },
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
  switch (outcome) {
    case 'done':
      return;
    case 'answered-before':
      throw consoleProblem('conflict', 'Someone else has answered this request. Check their answer first.');
    case 'unknown-member':
      throw invalidField('noticeId', 'unknown', 'No class member of this case has this Notice ID.');
    case 'no-address':
      throw invalidField(
        'noticeId',
        'no-address',
        'This class member has no mailing address. Add one on their page first.',
      );
    case 'own-address':
      throw consoleProblem(
        'not-permitted',
        'You corrected this class member’s address, so another person must send the letter there.',
      );
    case 'address-changed':
      throw consoleProblem(
        'conflict',
        'This class member’s address has changed since you opened the request. Check it before you answer.',
      );
    case 'note-required':
      throw invalidField('note', 'required', 'Enter what you asked for.');
    case 'note-too-long':
      throw invalidField('note', 'max-length', 'Enter at most 2,000 characters.');
    case 'not-found':
      throw new ProblemError('not-found');
  }
}
