import { searchApi, maxSearchLength } from '@redress/contract/console/search';
import { blindStatus, isShownBlind, listReviewedBlind } from '../sign-in/blind-reviews.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { consoleProblem } from '../../platform/http/problem.ts';
import { recordRead } from '../access-log/record-read.ts';
import { casesWith, staffOf } from '../sign-in/staff-access.ts';
import { limitPerson } from '../sign-in/staff-limits.ts';
import { findTaxIds, search } from './search.ts';

/**
 * `POST /api/console/search` finds claims, and class members who have not filed. The words are in
 * the body, because proxies log addresses.
 */
export async function searchRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, searchApi);
  route('POST /search', { access: 'search', reads: 'search', problems: [400, 429] }, async (request) => {
    const { q } = request.body;
    if (q.length > maxSearchLength)
      throw consoleProblem('bad-request', `Enter at most ${maxSearchLength} characters: a name, a number, or both.`);
    await limitPerson(context, request, 'staff-search');
    const taxIds = findTaxIds(context, q).length;
    if (taxIds > 0) await limitPerson(context, request, 'staff-tax-id-search', taxIds);
    const answer = await search(context, q, casesWith(request, 'search'));
    const blind = (await listReviewedBlind(context.database, staffOf(request).id)).map(({ number }) => number);
    await recordRead(context, request, {
      what: 'search',
      subject: 'search',
      searchWords: q,
      resultIds: [...answer.claims.map(({ number }) => number), ...answer.members.map(({ noticeId }) => noticeId)],
    });
    const claims = answer.claims.map((claim) =>
      blind.includes(claim.number) ? { ...claim, status: blindStatus, flags: claim.flags.filter(isShownBlind) } : claim,
    );
    return { ...answer, claims };
  });
}
