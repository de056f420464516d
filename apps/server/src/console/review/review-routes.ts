import {
  AssignSchema,
  ChangeWithReasonSchema,
  ClaimReviewSchema,
  DecideSchema,
  PresenceSchema,
} from '@redress/contract/console/review';
import type { Permission } from '@redress/contract/console/staff';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { findClaim, findClaimId } from '../claim-details/find-claim.ts';
import { isReviewedBlind, refuseBlind } from '../sign-in/blind-reviews.ts';
import type { ConsoleContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { readVersionNumber, versionHeaders } from '../../platform/http/if-match.ts';
import { readBody } from '../../platform/http/json-body.ts';
import { ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import { recordRead } from '../access-log/record-read.ts';
import { casesWith, requirePermission, staffOf } from '../sign-in/staff-access.ts';
import { assignClaim } from './assign-claim.ts';
import { changeByHand, type ChangeByHand } from './change-by-hand.ts';
import { decideClaim, undoDecision } from './decide-claim.ts';
import { endLease, renewLease } from './lease-claims.ts';
import { notePresence } from './presence.ts';
import { readLease, readReview } from './read-review.ts';

const tags = ['console'];
const params = Type.Object({ number: Type.String({ maxLength: 40 }) });
const problems = problemResponses(400, 401, 403, 404, 409, 412, 422, 500, 503);
const answer = { 200: ClaimReviewSchema, ...problems };

const changes: readonly { readonly change: ChangeByHand; readonly access: Permission; readonly summary: string }[] = [
  { change: 'cure', access: 'decide', summary: 'A deficiency is cured: the claim is reviewed again' },
  { change: 'reopen', access: 'supervise', summary: 'Review a claim again whose decision took effect' },
  { change: 'withdraw', access: 'supervise', summary: 'The claimant withdraws the claim' },
  { change: 'void', access: 'supervise', summary: 'Make a claim void that was never one' },
];

/** `/api/console/claims/:number/review`, and what changes it. Changes answer with the new review. */
export async function reviewRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const find = async (request: FastifyRequest<{ Params: { number: string } }>, permission: Permission) => {
    const claim = await findClaim(context, request.params.number, casesWith(request, 'claims'));
    requirePermission(request, permission, claim.case_id);
    return claim;
  };
  /** The answer would tell a second reviewer where the claim stands. */
  const findToChange = async (request: FastifyRequest<{ Params: { number: string } }>, permission: Permission) => {
    const claim = await find(request, permission);
    await refuseBlind(context.database, claim.id, staffOf(request).id);
    return claim;
  };
  api.get(
    '/claims/:number/review',
    {
      config: { access: 'claims', reads: 'view' },
      schema: { summary: 'Where a claim stands, and how it can be decided', tags, params, response: answer },
    },
    async (request) => {
      const claim = await find(request, 'claims');
      await recordRead(context, request, { what: 'view', subject: `claim ${claim.number}` });
      return readReview(context, staffOf(request), claim);
    },
  );
  api.post(
    '/claims/:number/decisions',
    {
      config: { access: 'decide' },
      schema: {
        summary: 'Decide a claim',
        description: 'Takes effect after ten seconds, or when a second person approves it. A deficiency does at once.',
        tags,
        params,
        headers: versionHeaders,
        body: DecideSchema,
        response: answer,
      },
    },
    async (request) => {
      const decision = readBody(DecideSchema, request);
      if (!isUuid(decision.id)) throw new ProblemError('bad-request');
      const version = readVersionNumber(request);
      const claim = await findToChange(request, 'decide');
      await decideClaim(context, staffOf(request), claim, version, decision);
      return readReview(context, staffOf(request), claim);
    },
  );
  api.post(
    '/claims/:number/decisions/:id/undo',
    {
      config: { access: 'decide' },
      schema: {
        summary: 'Undo one’s decision within ten seconds',
        tags,
        params: Type.Object({ ...params.properties, id: Type.String() }),
        response: answer,
      },
    },
    async (request) => {
      const claim = await findToChange(request, 'decide');
      if (!isUuid(request.params.id)) throw new ProblemError('not-found');
      await undoDecision(context, staffOf(request), claim, request.params.id);
      return readReview(context, staffOf(request), claim);
    },
  );
  for (const { change, access, summary } of changes)
    api.post(
      `/claims/:number/${change}`,
      {
        config: { access },
        schema: { summary, tags, params, headers: versionHeaders, body: ChangeWithReasonSchema, response: answer },
      },
      async (request) => {
        const { reason } = readBody(ChangeWithReasonSchema, request);
        const version = readVersionNumber(request);
        const claim = await findToChange(request, access);
        await changeByHand(context, staffOf(request).id, claim, version, { change, reason });
        return readReview(context, staffOf(request), claim);
      },
    );
  api.post(
    '/claims/:number/assignment',
    {
      config: { access: 'decide' },
      schema: {
        summary: 'Assign a claim to a reviewer; without supervising, only to oneself',
        tags,
        params,
        body: AssignSchema,
        response: answer,
      },
    },
    async (request) => {
      const { to } = readBody(AssignSchema, request);
      const claim = await findToChange(request, 'decide');
      const { id, permitted } = staffOf(request);
      await assignClaim(context, { id, supervises: permitted.supervise.includes(claim.case_id) }, claim, to);
      return readReview(context, staffOf(request), claim);
    },
  );
  api.post(
    '/claims/:number/presence',
    {
      config: { access: 'claims' },
      schema: {
        summary: 'Renew one’s lease of a claim, and ask who else looks at it',
        tags,
        params,
        response: { 200: PresenceSchema, ...problems },
      },
    },
    async (request) => {
      const claim = await findClaimId(context, request.params.number, casesWith(request, 'claims'));
      const { id } = staffOf(request);
      await renewLease(context, id, claim.id);
      const others = await notePresence(context, claim.id, id);
      const isBlind = await isReviewedBlind(context.database, claim.id, id);
      return { others, lease: isBlind ? null : await readLease(context, id, claim.id) };
    },
  );
  api.delete(
    '/claims/:number/lease',
    {
      config: { access: 'decide' },
      schema: {
        summary: 'Give a leased claim back to its queue',
        tags,
        params,
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const claim = await find(request, 'decide');
      await endLease(context, staffOf(request).id, claim.id);
      return reply.code(204).send(null);
    },
  );
}
