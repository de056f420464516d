import type { ClaimLetters } from '@redress/contract/console/letters';
import type { FoundClaim } from '../claim-details/find-claim.ts';
import type { ConsoleContext } from '../context.ts';
import { isReviewedBlind } from '../sign-in/blind-reviews.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import { readAnswersOf, readDisputesOf } from './read-answers.ts';
import { readHeldOf, readLettersOf, readNextLetter } from './read-letters.ts';

/**
 * Reads what a claimant was told and wrote, as a person may see it. `parts` names the personal data
 * for the access log.
 */
export async function readClaimLetters(
  context: ConsoleContext,
  { id: staffId, permitted }: Pick<StaffMember, 'id' | 'permitted'>,
  claim: FoundClaim,
): Promise<{ readonly told: ClaimLetters; readonly parts: readonly string[] }> {
  const { database, settlement } = context;
  // A letter tells a second reviewer how its claim was decided.
  if (await isReviewedBlind(database, claim.id, staffId))
    return { told: { letters: [], answers: [], disputes: [], held: [], next: null }, parts: [] };
  const seesAnswers = permitted.answers.includes(claim.case_id);
  const seesContact = permitted.contact.includes(claim.case_id);
  const [letters, answers, disputes, held, found] = await Promise.all([
    readLettersOf(database, claim.id),
    readAnswersOf(database, settlement, claim.id, seesAnswers),
    readDisputesOf(database, settlement, claim.id, seesAnswers),
    readHeldOf(context, claim.id, seesContact),
    claim.status === 'purged' ? null : readNextLetter(context, claim),
  ]);
  const next = found && { ...found, to: seesContact ? found.to : null };
  const parts = [
    ...(seesAnswers && answers.length + disputes.length > 0 ? ['answers to letters'] : []),
    ...(held.some(({ lines }) => lines) || next?.to ? ['contact information'] : []),
  ];
  return { told: { letters, answers, disputes, held, next }, parts };
}
