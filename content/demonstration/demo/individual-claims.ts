import { facts } from '../facts.ts';
import { individualV1 } from '../forms/individual.v1.ts';
import { inventUploads } from './claim-documents.ts';
import { type ClaimDraft, contactOf, type Filer, nameOf, signedBy } from './claim-parts.ts';
import { emailOf } from './invent-people.ts';
import type { Random } from './random.ts';

const ranges = facts.savingsClub.outOfPocketRanges;
const weightedRanges = [
  [ranges[0], 57],
  [ranges[1], 21],
  [ranges[2], 14],
  [ranges[3], 5],
  [ranges[4], 3],
] as const;
/** The share of claimants who send documents, when documents are due and when they are not. */
const uploadsShare = { due: 0.6, notDue: 0.06 };
const withoutScriptShare = 0.04;

/**
 * A claim on the form without a login.
 * @param noticeId typed by the claimant; without one, documents are due
 */
export function individualClaim(
  random: Random,
  person: Filer,
  filedAt: Date,
  noticeId: string | undefined,
  serial: number,
): ClaimDraft {
  const name = nameOf(random, person);
  const range = random.pickWeighted(weightedRanges);
  const areDue = noticeId === undefined || range === ranges[4];
  const sends = random.chance(areDue ? uploadsShare.due : uploadsShare.notDue);
  const uploads = sends
    ? inventUploads(
        random,
        { ...person, name },
        random.pickWeighted([
          [1, 6],
          [2, 3],
          [4, 1],
        ]),
      )
    : [];
  // The form requires an email address.
  const { firstName, lastName, email = emailOf(random, firstName, lastName, serial) } = person;
  return {
    formId: individualV1.id,
    language: person.language,
    filedAt,
    answers: {
      ...(noticeId !== undefined && { noticeId }),
      ...signedBy(name),
      ...contactOf(random, { ...person, email }),
      excludedAcknowledgement: true,
      outOfpocketExpensePaid: range,
    },
    withoutScript: random.chance(withoutScriptShare),
    documentsToFollow: uploads.length,
    uploads,
  };
}
