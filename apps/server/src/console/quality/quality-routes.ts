import { qualityApi } from '@redress/contract/console/quality';
import type { FastifyRequest } from 'fastify';
import { findClaim } from '../claim-details/find-claim.ts';
import { listBlindClaimIds, refuseBlind, refuseWhileBlind } from '../sign-in/blind-reviews.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import { recordRead } from '../access-log/record-read.ts';
import { casesWith, requirePermission, staffOf } from '../sign-in/staff-access.ts';
import { readSample } from './read-sample.ts';
import { findSample, listDeciders, listSamples, listSources, makeSample } from './samples.ts';
import { findReviewed, giveBack, reviewAgain, settle, takeNext } from './second-reviews.ts';

const problems = [400, 404, 409, 412, 422];

/** `/api/console/quality`: samples of decisions, each reviewed again without showing the first. */
export async function qualityRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, qualityApi);
  const { database } = context;
  const find = async (request: FastifyRequest, id: string) => {
    if (!isUuid(id)) throw new ProblemError('not-found');
    return findSample(database, id, casesWith(request, 'decide'));
  };
  const findPlace = async (
    request: FastifyRequest<{ Params: { id: string; position: string } }>,
    permission: 'decide' | 'supervise',
  ) => {
    const { id, position } = request.params;
    const sample = await find(request, id);
    requirePermission(request, permission, sample.case_id);
    const place = { sampleId: sample.id, position: Number(position) };
    const number = await findReviewed(database, place);
    const claim = await findClaim(context, number, casesWith(request, 'decide'));
    return { sample, place, claim };
  };
  route('GET /quality', { access: 'decide', reads: 'nothing', problems }, async (request) => {
    const without = await listBlindClaimIds(database, staffOf(request).id);
    // Who decided, or what an action decided, would tell a second reviewer about the first decision.
    const supervised = without.length > 0 ? [] : casesWith(request, 'supervise');
    return {
      samples: await listSamples(database, { cases: casesWith(request, 'decide'), without }),
      deciders: await listDeciders(database, supervised),
      sources: await listSources(database, supervised),
    };
  });
  route('POST /quality', { access: 'supervise', problems }, async (request) => {
    const { body: asked } = request;
    requirePermission(request, 'supervise', asked.caseId);
    // Knowing whether a day or a person has matching decisions would reveal who decided the claim.
    await refuseWhileBlind(database, staffOf(request).id, [asked.caseId]);
    await makeSample(context, staffOf(request).id, asked);
  });
  route('GET /quality/:id', { access: 'decide', reads: 'list', problems }, async (request) => {
    const { id } = await find(request, request.params.id);
    const result = await readSample(context, staffOf(request), id);
    const shown = [result.taken, ...result.reviews].flatMap((each) => each?.number ?? []);
    await recordRead(context, request, {
      what: 'list',
      subject: `quality-sample ${id}`,
      resultIds: [...new Set(shown)],
    });
    return result;
  });
  route('POST /quality/:id/next', { access: 'decide', problems }, async (request) => {
    const { id } = await find(request, request.params.id);
    return takeNext(context, id, staffOf(request).id);
  });
  route('POST /quality/:id/reviews/:position', { access: 'decide', problems }, async (request) => {
    const { body: asked } = request;
    const { place, claim } = await findPlace(request, 'decide');
    await reviewAgain(context, place, claim, staffOf(request).id, asked);
  });
  route('POST /quality/:id/reviews/:position/give-back', { access: 'decide', problems }, async (request) => {
    const { sample, place } = await findPlace(request, 'decide');
    const isSupervisor = casesWith(request, 'supervise').includes(sample.case_id);
    await giveBack(context, place, { id: staffOf(request).id, isSupervisor });
  });
  route('POST /quality/:id/reviews/:position/settlement', { access: 'supervise', problems }, async (request) => {
    const { body } = request;
    const { place, claim } = await findPlace(request, 'supervise');
    await refuseBlind(database, claim.id, staffOf(request).id);
    await settle(context, place, claim, staffOf(request).id, body);
  });
}
