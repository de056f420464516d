import type { ClaimLetters } from '@redress/contract/console/letters';
import type { FoundClaim } from '../claim-details/find-claim.ts';
import type { ConsoleContext } from '../context.ts';
import { isReviewedBlind } from '../sign-in/blind-reviews.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import { readAnswersOf, readDisputesOf } from './read-answers.ts';
import { readHeldOf, readLettersOf } from './read-letters.ts';

/**
 * Reads what a claimant was told and wrote, as a person may see it. `parts` names the personal data
 * for the access log.
 */
export async function readClaimLetters(
  context: ConsoleContext,
  { id: staffId, permitted }: Pick<StaffMember, 'id' | 'permitted'>,
  claim: Pick<FoundClaim, 'id' | 'case_id'>,
): Promise<{ readonly told: ClaimLetters; readonly parts: readonly string[] }> {
  const { database, settlement } = context;
  // A letter tells a second reviewer how its claim was decided.
  if (await isReviewedBlind(database, claim.id, staffId))
    return { told: { letters: [], answers: [], disputes: [], held: [] }, parts: [] };
  const seesAnswers = permitted.answers.includes(claim.case_id);
  const seesContact = permitted.contact.includes(claim.case_id);
  const [letters, answers, disputes, held] = await Promise.all([
    readLettersOf(database, claim.id),
    readAnswersOf(database, settlement, claim.id, seesAnswers),
    readDisputesOf(database, settlement, claim.id, seesAnswers),
    readHeldOf(context, claim.id, seesContact),
  ]);
  const parts = [
    ...(seesAnswers && answers.length + disputes.length > 0 ? ['answers to letters'] : []),
    ...(seesContact && held.length > 0 ? ['contact information'] : []),
  ];
  return { told: { letters, answers, disputes, held }, parts };
}
