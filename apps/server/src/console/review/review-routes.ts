import { reviewApi } from '@redress/contract/console/review';
import type { Permission } from '@redress/contract/console/staff';
import type { FastifyRequest } from 'fastify';
import { findClaim, findClaimId } from '../claim-details/find-claim.ts';
import { isReviewedBlind, refuseBlind } from '../sign-in/blind-reviews.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { readVersionNumber } from '../../platform/http/if-match.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import { recordRead } from '../access-log/record-read.ts';
import { casesWith, requirePermission, staffOf } from '../sign-in/staff-access.ts';
import { assignClaim } from './assign-claim.ts';
import { changeByHand, type ChangeByHand } from './change-by-hand.ts';
import { decideClaim, undoDecision } from './decide-claim.ts';
import { endLease, renewLease } from './lease-claims.ts';
import { notePresence } from './presence.ts';
import { readLease, readReview } from './read-review.ts';
import { recordDispute } from './record-dispute.ts';

const problems = [400, 404, 409, 412, 422];

/** Changes with a reason, and the permissions that they need. */
const changes: readonly (readonly [ChangeByHand, Permission])[] = [
  ['cure', 'decide'],
  ['reopen', 'supervise'],
  ['withdraw', 'supervise'],
  ['void', 'supervise'],
];

/** `/api/console/claims/:number/review` and its changes, which answer with the new review. */
export async function reviewRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, reviewApi);
  const find = async (request: FastifyRequest<{ Params: { number: string } }>, permission: Permission) => {
    const claim = await findClaim(context, request.params.number, casesWith(request, 'claims'));
    requirePermission(request, permission, claim.case_id);
    return claim;
  };
  /** Refuses a second reviewer, because the answer has the claim's status. */
  const findToChange = async (request: FastifyRequest<{ Params: { number: string } }>, permission: Permission) => {
    const claim = await find(request, permission);
    await refuseBlind(context.database, claim.id, staffOf(request).id);
    return claim;
  };
  route('GET /claims/:number/review', { access: 'claims', reads: 'view', problems }, async (request) => {
    const claim = await find(request, 'claims');
    const review = await readReview(context, staffOf(request), claim);
    const named = { subject: `claim ${claim.number}`, resultIds: review.duplicates };
    await recordRead(context, request, { what: 'view', ...named });
    return review;
  });
  route('POST /claims/:number/decisions', { access: 'decide', problems }, async (request) => {
    const { body: decision } = request;
    if (!isUuid(decision.id)) throw new ProblemError('bad-request');
    const version = readVersionNumber(request);
    const claim = await findToChange(request, 'decide');
    await decideClaim(context, staffOf(request), claim, version, decision);
    return readReview(context, staffOf(request), claim);
  });
  route('POST /claims/:number/decisions/:id/undo', { access: 'decide', problems }, async (request) => {
    const claim = await findToChange(request, 'decide');
    if (!isUuid(request.params.id)) throw new ProblemError('not-found');
    await undoDecision(context, staffOf(request), claim, request.params.id);
    return readReview(context, staffOf(request), claim);
  });
  for (const [change, access] of changes)
    route(`POST /claims/:number/${change}`, { access, problems }, async (request) => {
      const { body } = request;
      const version = readVersionNumber(request);
      const claim = await findToChange(request, access);
      const { id } = staffOf(request);
      if ('dispute' in body) await recordDispute(context, id, claim, version, body.dispute);
      else await changeByHand(context, id, claim, version, { change, reason: body.reason });
      return readReview(context, staffOf(request), claim);
    });
  route('POST /claims/:number/assignment', { access: 'decide', problems }, async (request) => {
    const { to } = request.body;
    const claim = await findToChange(request, 'decide');
    const { id, permitted } = staffOf(request);
    await assignClaim(context, { id, supervises: permitted.supervise.includes(claim.case_id) }, claim, to);
    return readReview(context, staffOf(request), claim);
  });
  route('POST /claims/:number/presence', { access: 'claims', problems }, async (request) => {
    const claim = await findClaimId(context, request.params.number, casesWith(request, 'claims'));
    const { id } = staffOf(request);
    await renewLease(context, id, claim.id);
    const others = await notePresence(context, claim.id, id);
    const isBlind = await isReviewedBlind(context.database, claim.id, id);
    return { others, lease: isBlind ? null : await readLease(context, id, claim.id) };
  });
  route('DELETE /claims/:number/lease', { access: 'decide', problems }, async (request) => {
    const claim = await find(request, 'decide');
    await endLease(context, staffOf(request).id, claim.id);
  });
}
