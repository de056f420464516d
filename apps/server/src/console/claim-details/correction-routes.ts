import { correctionsApi } from '@redress/contract/console/corrections';
import type { FastifyRequest } from 'fastify';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { readVersion } from '../../platform/http/if-match.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { refuseBlind } from '../sign-in/blind-reviews.ts';
import { casesWith, requirePermission, staffOf } from '../sign-in/staff-access.ts';
import { correctAnswer, withdrawCorrection } from './correct-answer.ts';
import { findClaim, findClaimId } from './find-claim.ts';
import { findStoredPosition } from './read-claim-history.ts';

const problems = [400, 404, 409, 412, 422];

/** `POST /api/console/claims/:number/corrections`, and their withdrawal. */
export async function correctionRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, correctionsApi);
  /** Refuses a second reviewer, who would change the claim that they measure. */
  const readCorrector = async (request: FastifyRequest, claimId: string) => {
    const { id: staffId } = staffOf(request);
    await refuseBlind(context.database, claimId, staffId);
    return { staffId, seen: await findStoredPosition(context.database, claimId, staffId, readSeen(request)) };
  };
  route('POST /claims/:number/corrections', { access: 'decide', problems }, async (request) => {
    const { body } = request;
    const claim = await findClaim(context, request.params.number, casesWith(request, 'claims'));
    requirePermission(request, 'decide', claim.case_id);
    await correctAnswer(context, claim, body, await readCorrector(request, claim.id));
  });
  route('POST /claims/:number/corrections/:id/withdrawal', { access: 'decide', problems }, async (request) => {
    const { body } = request;
    const { id: correctionId } = request.params;
    const claim = await findClaimId(context, request.params.number, casesWith(request, 'claims'));
    requirePermission(request, 'decide', claim.case_id);
    if (!isUuid(correctionId)) throw new ProblemError('not-found');
    const corrector = await readCorrector(request, claim.id);
    await withdrawCorrection(context, claim, { ...body, correctionId }, corrector);
  });
}

/** The position of the newest entry in the version of a claim, for example `12.345`. */
function readSeen(request: FastifyRequest): number {
  const position = /^(\d{1,9})\./.exec(readVersion(request))?.[1];
  if (position === undefined) throw consoleProblem('bad-request', 'The request does not say which version was seen.');
  return Number(position);
}
