import { facts } from '../facts.ts';
import { consumerV1 } from '../forms/consumer.v1.ts';
import { inventUploads } from './claim-documents.ts';
import { type ClaimDraft, contactOf, type Filer, nameOf, signedBy } from './claim-parts.ts';
import type { MailedPerson } from './invent-members.ts';
import type { Random } from './random.ts';

const uploadsShare = 0.17;
/** The share of claimants who announce documents, but whose last one does not arrive. */
const interruptedShare = 0.08;
const withoutScriptShare = 0.03;
const representativeShare = 0.03;

/** A claim from a class member who logged in with the IDs on the notice. */
export function consumerClaim(
  random: Random,
  person: Filer & Pick<MailedPerson, 'noticeId'>,
  filedAt: Date,
): ClaimDraft {
  const name = nameOf(random, person);
  const paid = Math.max(4, random.logNormal(640, 0.95));
  const fills = Math.max(1, Math.min(36 * 3, Math.round(paid / random.logNormal(34, 0.35))));
  const uploads = random.chance(uploadsShare)
    ? inventUploads(
        random,
        { ...person, name },
        random.pickWeighted([
          [1, 5],
          [2, 3],
          [3, 2],
          [5, 1],
        ]),
      )
    : [];
  const isInterrupted = uploads.length > 0 && random.chance(interruptedShare);
  return {
    formId: consumerV1.id,
    language: person.language,
    filedAt,
    loginNoticeId: person.noticeId,
    answers: {
      ...signedBy(name),
      ...(random.chance(representativeShare) && {
        name2: `${random.pick(['Daughter', 'Son', 'Attorney', 'Estate'])} of ${person.lastName}`,
      }),
      ...contactOf(random, person),
      ...(random.chance(0.97) && { classMemberConfirmation: true }),
      repealerStateTotalAmountPaid: amountOf(random, paid),
      totalNumOfPrescriptions: String(fills),
      insuranceQuestion: random.chance(0.74) ? 'Yes' : 'No',
    },
    withoutScript: random.chance(withoutScriptShare),
    documentsToFollow: uploads.length + Number(isInterrupted),
    uploads,
  };
}

/** Some people know the cents; others estimate. */
function amountOf(random: Random, paid: number): string {
  if (random.chance(0.35)) return String(Math.max(5, Math.round(paid / 50) * 50));
  return paid.toFixed(2);
}

/** Class members live in the class states more often than other people do. */
export function weightOfClassState(state: string): number {
  return facts.brandDrug.states.some((name) => name === state) ? 4 : 0.5;
}
