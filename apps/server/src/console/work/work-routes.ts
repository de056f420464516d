import { workApi } from '@redress/contract/console/work';
import { dayIn } from '@redress/forms/court-day';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { countWaitingApprovals } from '../approvals/list-approvals.ts';
import { countMatching } from '../claim-list/read-claims.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import { countLettersToBatch } from '../letters/letter-batches.ts';
import { countDue } from '../letters/letters-due.ts';
import { countOpenDisputes } from '../letters/read-answers.ts';
import { countRequests } from '../lost-ids/read-id-requests.ts';
import { countWaitingAddresses } from '../members/member-addresses.ts';
import { countToSettle } from '../quality/second-reviews.ts';
import { countAssigned, countOfOthers, countQueue } from '../review/queue-counts.ts';
import { listBlindClaimIds } from '../sign-in/blind-reviews.ts';
import { casesWith, staffOf } from '../sign-in/staff-access.ts';
import { readThroughput } from './throughput.ts';

/** `/api/console/work`: counts for the navigation and first screen, and each reviewer's day. */
export async function workRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, workApi);
  const { database, settlement, now } = context;
  route('GET /work', { access: 'signed-in', reads: 'nothing' }, async (request) => {
    const person = staffOf(request);
    const { id, permitted } = person;
    const today = dayIn(settlement.site.timeZone, now());
    const mayDecide = permitted.decide.length > 0;
    const without = await listBlindClaimIds(database, id);
    const dueClaims = { filters: { 'cure-due': today }, cases: permitted.claims, without };
    // Each count uses the query of the screen to which it leads.
    const [
      assigned,
      returned,
      toReview,
      ofOthers,
      due,
      requests,
      disputes,
      letters,
      posted,
      lost,
      addresses,
      toSettle,
    ] = await Promise.all([
      mayDecide ? countAssigned(database, id) : 0,
      mayDecide ? countAssigned(database, id, { reason: 'reopened' }) : 0,
      mayDecide ? countQueue(database, {}, permitted.decide, id) : 0,
      mayDecide ? countOfOthers(database, permitted.decide, id) : 0,
      mayDecide ? countMatching(database, dueClaims) : undefined,
      permitted.approve.length > 0 ? countWaitingApprovals(context, person) : { approvals: 0, asked: 0 },
      mayDecide ? countOpenDisputes(database, { cases: permitted.decide, without }) : 0,
      permitted.letters.length > 0 ? countDue(database, permitted.letters, without) : [],
      permitted.supervise.length > 0 ? countLettersToBatch(database, permitted.supervise) : [],
      permitted.members.length > 0 ? countRequests(database, permitted.members) : undefined,
      permitted.members.length > 0 ? countWaitingAddresses(database, permitted.members, id) : 0,
      permitted.supervise.length > 0 ? countToSettle(database, id, { cases: permitted.supervise, without }) : 0,
    ]);
    const idRequests = lost?.open ?? 0;
    const counts = { assigned, returned, toReview, ofOthers, due: due?.value ?? 0 };
    const lettersDue = letters.reduce((sum, { claims }) => sum + claims, 0);
    const lettersToBatch = posted.reduce((sum, waiting) => sum + waiting.letters, 0);
    return { ...counts, today, ...requests, disputes, lettersDue, lettersToBatch, idRequests, addresses, toSettle };
  });
  route('GET /work/throughput', { access: 'supervise', reads: 'nothing' }, async (request) => {
    const without = await listBlindClaimIds(database, staffOf(request).id);
    return readThroughput(context, { cases: casesWith(request, 'supervise'), without });
  });
}
