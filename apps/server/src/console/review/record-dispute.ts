import type { ReceivedDispute } from '@redress/contract/console/review';
import { dayIn } from '@redress/forms/court-day';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { consoleProblem, fieldProblem } from '../../platform/http/problem.ts';
import { groundsOf, storeDispute } from '../../site/status/change-claim.ts';
import { canDispute, type Claim, lastDayOf, readStatusRecords } from '../../site/status/status-records.ts';
import type { ConsoleContext } from '../context.ts';
import { lockReviewForClaimant } from './change-by-claimant.ts';
import { requireVersion } from './change-status.ts';
import { timeZoneOf } from './store-decision.ts';

/**
 * Records that a claimant disputes the decision in force in a letter, with what staff say about it,
 * and the documents that they have added since the decision. It disputes all of the decision, and is
 * decided like a dispute from the status page.
 * @param version the version that the person saw
 * @throws ProblemError `changed-meanwhile`; `conflict` if the decision cannot be disputed
 */
export async function recordDispute(
  context: Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement'>,
  staffId: string,
  claim: Claim,
  version: number,
  { reason, source: channel, receivedOn }: ReceivedDispute,
): Promise<void> {
  const statement = stripNulAndSurrogates(reason).trim();
  const timeZone = timeZoneOf(context.settlement, claim);
  if (statement === '') throw fieldProblem('reason', 'Say why.', 'required');
  if (receivedOn > dayIn(timeZone, context.now())) throw fieldProblem('receivedOn', 'This date is in the future.');
  await context.database.transaction().execute(async (transaction) => {
    const { review, change } = await lockReviewForClaimant(context)(transaction, claim);
    await requireVersion(transaction, review, version);
    const { history, ...records } = await readStatusRecords(transaction, claim.id);
    const decision = records.decisions.find(({ id }) => id === review.decision_id);
    if (!decision || !canDispute({ ...records, history, review }, decision.id))
      throw consoleProblem('conflict', 'Only a decision in force can be disputed, and only one of each claim.');
    const effective = history.findLastIndex(({ kind }) => kind === 'decision-released');
    const since = history[effective];
    if (since && receivedOn < dayIn(timeZone, since.at))
      throw fieldProblem('receivedOn', 'The decision in force took effect after this date.');
    const documents = history
      .slice(effective + 1)
      .flatMap(({ kind, details }) =>
        kind === 'document-stored' && details['by'] !== undefined ? String(details['documentId']) : [],
      );
    await storeDispute(transaction, context, claim, lastDayOf(records, decision.id), {
      decisionId: decision.id,
      grounds: groundsOf(decision),
      statement,
      documents,
      channel,
      received: { by: staffId, receivedOn },
    });
    await change('disputed', 'disputed');
  });
}
