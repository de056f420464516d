import type {
  Demonstration,
  DemonstrationSize,
  InventedClaim,
  InventedIdRequest,
} from '@redress/contract/demonstration';
import { facts } from '../facts.ts';
import { consumerV1 } from '../forms/consumer.v1.ts';
import { individualV1 } from '../forms/individual.v1.ts';
import type { ClaimDraft } from './claim-parts.ts';
import { consumerClaim, weightOfClassState } from './consumer-claims.ts';
import { type FilingPeriod, filingTimes, momentOf, addDays } from './filing-times.ts';
import { individualClaim } from './individual-claims.ts';
import { type MailedPerson, memberOf, noticeMailer } from './invent-members.ts';
import { peopleInventor } from './invent-people.ts';
import { payorInventor } from './payor-claims.ts';
import { createRandom, type Random } from './random.ts';
import { campaignClaims } from './suspicious-claims.ts';

/** When the notices were mailed, in this demonstration. */
const periods = {
  brandDrug: { mailedOn: '2025-04-03', deadline: facts.brandDrug.claimDeadline },
  savingsClub: { mailedOn: '2025-01-06', deadline: facts.savingsClub.claimDeadline },
} as const satisfies Record<string, FilingPeriod>;

/** Most class members do not file. */
const membersPerClaim = 3;
const shares = { payors: 0.04, individuals: 0.34, campaign: 0.015 };
const withNoticeShare = 0.62;
const duplicateShare = 0.02;
/** Members who lost their notices, per claim. */
const idRequestShare = 0.006;
/** Documents follow within days, and nothing is dated in the future. */
const lastDays = 6;

/** Invents a whole settlement: members, claims of all forms, and requests for lost IDs. */
export function inventDemonstration({ claims: count, seed, now }: DemonstrationSize): Demonstration {
  const name = `demonstration ${seed} of ${count}`;
  const random = createRandom(name);
  // Times have a separate source, so that the answers do not depend on today.
  const times = createRandom(`${name}, times`);
  const last = new Date(now.getTime() - lastDays * 24 * 60 * 60 * 1_000);
  const brandDrugTime = filingTimes(times, periods.brandDrug, last);
  const savingsClubTime = filingTimes(times, periods.savingsClub, last);
  const people = peopleInventor(random, weightOfClassState);

  const campaign = Math.round(count * shares.campaign);
  const payors = Math.max(1, Math.round(count * shares.payors));
  const individuals = Math.round(count * shares.individuals);
  const duplicates = Math.round(count * duplicateShare);
  const consumers = Math.max(1, count - campaign - payors - individuals - duplicates);

  const mail = noticeMailer(random, seed * 31 + count, (consumers + individuals) * membersPerClaim);
  const mailTo = (recipients: number, caseId: string) =>
    people.inventPeople(recipients).map((person) => mail(person, caseId));
  const consumerMembers = mailTo(consumers * membersPerClaim, consumerV1.caseId);
  const individualMembers = mailTo(individuals * membersPerClaim, individualV1.caseId);

  const claimPayor = payorInventor(random, people);
  const drafts: ClaimDraft[] = [];
  for (const person of filersAmong(random, consumerMembers, consumers))
    drafts.push(consumerClaim(random, { ...person, phone: people.phoneOf(person) }, brandDrugTime()));
  for (const [index, person] of filersAmong(random, individualMembers, individuals).entries()) {
    const noticeId = random.chance(withNoticeShare) ? person.noticeId : undefined;
    const filer = { ...person, phone: people.phoneOf(person) };
    drafts.push(individualClaim(random, filer, savingsClubTime(), noticeId, index));
  }
  for (let index = 0; index < payors; index += 1) drafts.push(claimPayor(brandDrugTime()));
  drafts.push(...duplicatesOf(random, drafts, duplicates, last));
  const begunAt = momentOf(addDays(periods.savingsClub.mailedOn, 47), 3.4 * 60 * 60 * 1_000);
  const fakePayors = Math.ceil(campaign / 5);
  drafts.push(...campaignClaims(random, { individuals: campaign - fakePayors, payors: fakePayors, begunAt }));

  return {
    members: [...consumerMembers, ...individualMembers].map(memberOf),
    claims: drafts
      .map((draft, index): InventedClaim => ({ ...draft, idempotencyKey: keyOf(seed, count, index) }))
      .sort((one, other) => one.filedAt.getTime() - other.filedAt.getTime()),
    idRequests: consumerMembers
      .filter(() => random.chance(idRequestShare / membersPerClaim))
      .map((person, index) =>
        idRequestOf(person, people.phoneOf(person), brandDrugTime(), `${keyOf(seed, count, index)}-ids`),
      ),
  };
}

/** The keys of all demonstrations begin so. */
export const demonstrationKeyPrefix = 'demonstration-';

const keyOf = (seed: number, count: number, index: number) => `${demonstrationKeyPrefix}${seed}-${count}-${index}`;

/** Picks neighbors, so that several people of a household file. */
function filersAmong(random: Random, members: readonly MailedPerson[], count: number): MailedPerson[] {
  const filers: MailedPerson[] = [];
  const runs = Math.ceil(members.length / membersPerClaim / 4);
  const runLength = Math.floor(members.length / runs);
  for (let run = 0; run < runs && filers.length < count; run += 1) {
    const begin = run * runLength + random.integer(0, Math.max(0, runLength - 5));
    filers.push(...members.slice(begin, begin + Math.min(4, count - filers.length)));
  }
  return filers;
}

/** The same people file again, days later, without their documents. */
function duplicatesOf(random: Random, drafts: readonly ClaimDraft[], count: number, last: Date): ClaimDraft[] {
  return Array.from({ length: count }, (): ClaimDraft => {
    const first = random.pick(drafts);
    const later = new Date(first.filedAt.getTime() + random.integer(90, 30 * 24 * 60 * 60) * 1_000);
    const filedAt = later > last ? first.filedAt : later;
    const answers = { ...first.answers, city: String(first.answers['city']).toUpperCase() };
    return {
      ...first,
      filedAt,
      answers: random.chance(0.5) ? answers : first.answers,
      documentsToFollow: 0,
      uploads: [],
    };
  });
}

function idRequestOf(
  person: MailedPerson,
  phone: string | undefined,
  requestedAt: Date,
  formKey: string,
): InventedIdRequest {
  const { firstName, lastName, street, city, state, zip, email, language } = person;
  return {
    formKey,
    language,
    requestedAt,
    answers: {
      name1: `${firstName} ${lastName}`.slice(0, 50),
      street1: street,
      city,
      state,
      zip,
      phone1: phone ?? '8005550123',
      ...(email !== undefined && { email }),
    },
  };
}
