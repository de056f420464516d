import { letterBatchesApi } from '@redress/contract/console/letter-batches';
import type { FastifyRequest } from 'fastify';
import type { ConsoleContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { recordRead } from '../access-log/record-read.ts';
import { defineRoutes } from '../define-routes.ts';
import { refuseWhileBlind } from '../sign-in/blind-reviews.ts';
import { casesWith, staffOf } from '../sign-in/staff-access.ts';
import { handleBounceReport, readBounceList } from './bounce-reports.ts';
import { addLetterAddress, readWaitingReturns, returnLetter } from './returned-letters.ts';

/** `/api/console/returned-letters` and `/bounces`: letters and emails that came back. */
export async function returnedLetterRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, letterBatchesApi);
  const access = 'mail';
  const recordView = (request: FastifyRequest, claimNumber: string) =>
    recordRead(context, request, { what: 'view', subject: `claim ${claimNumber}` });

  // The kind of a letter would tell a second reviewer how its claim was decided.
  api.addHook('preHandler', (request) =>
    refuseWhileBlind(context.database, staffOf(request).id, casesWith(request, access)),
  );

  route('GET /returned-letters', { access, reads: 'nothing', problems: [409] }, async (request) => ({
    letters: await readWaitingReturns(context, casesWith(request, access)),
  }));

  route('POST /returned-letters', { access, reads: 'view', problems: [400, 409, 422] }, async (request) => {
    const { address, ...returned } = request.body;
    const given = { ...returned, ...(address && { address }) };
    const result = await returnLetter(context, staffOf(request).id, given, casesWith(request, access));
    await recordView(request, result.claimNumber);
    return result;
  });

  route('POST /letter-addresses', { access, reads: 'view', problems: [400, 404, 409, 422] }, async (request) => {
    const result = await addLetterAddress(context, staffOf(request).id, request.body, casesWith(request, access));
    await recordView(request, result.claimNumber);
    return result;
  });

  route('GET /bounces', { access, reads: 'list', problems: [409] }, async (request) => {
    const list = await readBounceList(context, casesWith(request, access));
    const resultIds = list.bounced.map(({ claimNumber }) => claimNumber);
    await recordRead(context, request, { what: 'list', subject: 'bounces', resultIds, shown: list });
    return list;
  });

  route('POST /bounces/:id/decision', { access, problems: [400, 404, 409, 422] }, async (request) => {
    const { id } = request.params;
    await handleBounceReport(context, staffOf(request).id, id, request.body.letter, casesWith(request, access));
  });
}
