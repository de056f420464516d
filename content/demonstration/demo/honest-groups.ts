import { addDays } from '@redress/forms/court-day';
import { facts } from '../facts.ts';
import { individualV1 } from '../forms/individual.v1.ts';
import { type ClaimDraft, contactOf, signedBy } from './claim-parts.ts';
import { momentOf } from './filing-times.ts';
import type { MailedPerson } from './invent-members.ts';
import { type Person, plainLetters } from './invent-people.ts';
import { inventOrigin, inventVisit } from './invent-visits.ts';
import { pickFirstName, pickSurname } from './frequent-names.ts';
import { placeNames } from './names.ts';
import type { Random } from './random.ts';

// Honest people whose claims share many values, and must not be taken for a campaign.

const ranges = facts.savingsClub.outOfPocketRanges;
const minute = 60_000;
const hour = 60 * minute;

export interface HonestGroupSource {
  readonly random: Random;
  /** People at one address. */
  readonly inventHousehold: () => Person[];
  readonly phoneOf: (person: Person) => string | undefined;
  /** Mails a notice of the individual's case. */
  readonly mail: (person: Person) => MailedPerson;
  readonly filingTime: () => Date;
}

interface Filing {
  readonly filedAt: Date;
  readonly phone: string | undefined;
  readonly email: string;
  readonly helper?: string;
}

function draftOf({ random }: HonestGroupSource, person: MailedPerson, filing: Filing): Omit<ClaimDraft, 'visit'> {
  const { filedAt, phone, email, helper } = filing;
  const name = `${person.firstName} ${person.lastName}`.slice(0, 50);
  return {
    formId: individualV1.id,
    language: person.language,
    filedAt,
    withoutScript: false,
    documentsToFollow: 0,
    uploads: [],
    answers: {
      noticeId: person.noticeId,
      ...signedBy(name),
      ...(helper !== undefined && { name2: helper }),
      ...contactOf(random, { ...person, phone, email }),
      excludedAcknowledgement: true,
      outOfpocketExpensePaid: random.pick([ranges[0], ranges[0], ranges[1], ranges[2]]),
    },
  };
}

/** Makes a host name that another group rarely has. */
const hostName = (random: Random) => `${random.pick(placeNames)}${random.pick(placeNames)}`.toLowerCase();

const minFamilySize = 4;
export const maxFamilySize = 5;

/**
 * Four or five people in one home file one after another, in one browser, with one phone and one
 * mailbox.
 */
export function familyEvening(source: HonestGroupSource): ClaimDraft[] {
  const { random, inventHousehold, phoneOf, mail, filingTime } = source;
  const [first] = inventHousehold();
  if (!first) return [];
  const { lastName } = first;
  const names = new Set([first.firstName]);
  const size = random.integer(minFamilySize, maxFamilySize);
  while (names.size < size) names.add(pickFirstName(random));
  const phone = phoneOf(first);
  const email = `${plainLetters(lastName) || 'family'}.family@${hostName(random)}.example.net`;
  const origin = inventOrigin(random);
  let at = filingTime().getTime();
  return [...names].map((firstName) => {
    const person = mail({ ...first, firstName, email });
    const draft = draftOf(source, person, { filedAt: new Date(at), phone, email });
    at += random.integer(5, 20) * minute;
    return { ...draft, visit: inventVisit(random, draft.answers, 'autofill', origin) };
  });
}

const claimsPerAfternoon = 8;

/** A helper files for the residents of a nursing home, on two or three afternoons, and says so. */
export function nursingHome(source: HonestGroupSource, residents: number): ClaimDraft[] {
  const { random, inventHousehold, phoneOf, mail, filingTime } = source;
  const [helper] = inventHousehold();
  const [place] = inventHousehold();
  if (!helper || !place) return [];
  const street = place.street.replace(/ (Apt\.|Unit|#).*/, '');
  const phone = phoneOf(place);
  const email = `office@${hostName(random)}care.example.org`;
  const origin = inventOrigin(random);
  const firstDay = filingTime().toISOString().slice(0, 10);
  let at = 0;
  return Array.from({ length: residents }, (_, index) => {
    const afternoon = momentOf(addDays(firstDay, 2 * Math.floor(index / claimsPerAfternoon)), 13.5 * hour).getTime();
    at = index % claimsPerAfternoon === 0 ? afternoon : at + random.integer(7, 16) * minute;
    const name = { firstName: pickFirstName(random), lastName: pickSurname(random) };
    const resident = mail({ ...place, ...name, street: `${street} Room ${101 + index}`, email, language: 'en' });
    const filing = { filedAt: new Date(at), phone, email, helper: `${helper.firstName} ${helper.lastName}` };
    const draft = draftOf(source, resident, filing);
    return { ...draft, visit: inventVisit(random, draft.answers, 'typed', origin) };
  });
}
