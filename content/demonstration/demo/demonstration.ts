import type {
  Demonstration,
  DemonstrationSize,
  InventedClaim,
  InventedIdRequest,
} from '@redress/contract/demonstration';
import { addDays } from '@redress/forms/court-day';
import { facts } from '../facts.ts';
import { consumerV1 } from '../forms/consumer.v1.ts';
import { individualV1 } from '../forms/individual.v1.ts';
import type { ClaimDraft } from './claim-parts.ts';
import { consumerClaim, weightOfClassState } from './consumer-claims.ts';
import { type FilingPeriod, filingTimes, momentOf } from './filing-times.ts';
import { familyEvening, maxFamilySize, type HonestGroupSource, nursingHome } from './honest-groups.ts';
import { individualClaim } from './individual-claims.ts';
import { type MailedPerson, memberOf, noticeMailer } from './invent-members.ts';
import { peopleInventor } from './invent-people.ts';
import { visitInventor } from './invent-visits.ts';
import { payorInventor } from './payor-claims.ts';
import { createRandom, type Random } from './random.ts';
import { countedClaims, loopClaims, variantClaims } from './suspicious-claims.ts';

/** The day on which this demonstration mailed the notices. */
export const periods = {
  brandDrug: { mailedOn: '2025-04-03', deadline: facts.brandDrug.claimDeadline },
  savingsClub: { mailedOn: '2025-01-06', deadline: facts.savingsClub.claimDeadline },
} as const satisfies Record<string, FilingPeriod>;

/** Most class members do not file. */
const membersPerClaim = 3;
const shares = { payors: 0.04, individuals: 0.34 };
/** The shares of claims that have much in common. The minimum applies in small demonstrations. */
const groups = {
  loop: { share: 0.008, least: 12 },
  counted: { share: 0.01, least: 14 },
  countedPayors: { share: 0.003, least: 1 },
  variants: { share: 0.006, least: 12 },
  nursingHomes: { share: 0.006, least: 12 },
  families: { share: 0.006, least: 10 },
} as const;
const residentsPerHome = 16;
/** In a small demonstration, the maximum share of each group among its claims. */
const maxGroupShare = 0.03;
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
  // Times have a separate random source, so that the answers do not depend on today.
  const times = createRandom(`${name}, times`);
  const last = new Date(now.getTime() - lastDays * 24 * 60 * 60 * 1_000);
  const brandDrugTime = filingTimes(times, periods.brandDrug, last);
  const savingsClubTime = filingTimes(times, periods.savingsClub, last);
  const people = peopleInventor(random, { weightOf: weightOfClassState });

  const sizes = sizesOfGroups(count);
  const payors = Math.max(1, Math.round(count * shares.payors));
  const individuals = Math.round(count * shares.individuals);
  const duplicates = Math.round(count * duplicateShare);
  const consumers = Math.max(1, count - sizes.all - payors - individuals - duplicates);

  const mailed = (consumers + individuals) * membersPerClaim + sizes.nursingHomes + sizes.families + maxFamilySize;
  const mail = noticeMailer(random, seed * 31 + count, mailed);
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
  const groupMembers: MailedPerson[] = [];
  const source: HonestGroupSource = {
    random,
    inventHousehold: people.inventHousehold,
    phoneOf: people.phoneOf,
    mail: (person) => {
      const member = mail(person, individualV1.caseId);
      groupMembers.push(member);
      return member;
    },
    filingTime: savingsClubTime,
  };
  drafts.push(...honestGroups(source, sizes), ...campaigns(random, sizes));
  const inventVisit = visitInventor(createRandom(`${name}, visits`));

  return {
    members: [...consumerMembers, ...individualMembers, ...groupMembers].map(memberOf),
    claims: drafts
      .map((draft, index): InventedClaim => {
        const filedAt = draft.filedAt > last ? last : draft.filedAt;
        return { ...draft, filedAt, visit: inventVisit(draft), idempotencyKey: keyOf(seed, count, index) };
      })
      .sort((one, other) => one.filedAt.getTime() - other.filedAt.getTime()),
    idRequests: consumerMembers
      .filter(() => random.chance(idRequestShare / membersPerClaim))
      .map((person, index) =>
        idRequestOf(person, people.phoneOf(person), brandDrugTime(), `${keyOf(seed, count, index)}-ids`),
      )
      .sort((one, other) => one.requestedAt.getTime() - other.requestedAt.getTime()),
  };
}

type GroupSizes = Readonly<Record<keyof typeof groups, number>>;

function sizesOfGroups(count: number): GroupSizes & { readonly all: number } {
  const sizeOf = ({ share, least }: { readonly share: number; readonly least: number }) =>
    Math.max(Math.round(count * share), Math.min(least, Math.floor(count * maxGroupShare)));
  const sizes = {
    loop: sizeOf(groups.loop),
    counted: sizeOf(groups.counted),
    countedPayors: sizeOf(groups.countedPayors),
    variants: sizeOf(groups.variants),
    nursingHomes: sizeOf(groups.nursingHomes),
    families: sizeOf(groups.families),
  };
  return { ...sizes, all: Object.values(sizes).reduce((sum, size) => sum + size, 0) };
}

function honestGroups(source: HonestGroupSource, sizes: GroupSizes): ClaimDraft[] {
  const drafts: ClaimDraft[] = [];
  for (let left = sizes.nursingHomes; left > 0; left -= residentsPerHome)
    drafts.push(...nursingHome(source, Math.min(left, residentsPerHome)));
  const families: ClaimDraft[] = [];
  while (families.length < sizes.families) families.push(...familyEvening(source));
  return [...drafts, ...families.slice(0, sizes.families)];
}

function campaigns(random: Random, sizes: GroupSizes): ClaimDraft[] {
  const night = (days: number, hour: number) =>
    momentOf(addDays(periods.savingsClub.mailedOn, days), hour * 60 * 60 * 1_000);
  const { counted, countedPayors: payors } = sizes;
  return [
    ...countedClaims(random, { individuals: counted, payors, begunAt: night(47, 3.4) }),
    ...loopClaims(random, sizes.loop, night(61, 2.1)),
    ...variantClaims(random, sizes.variants, night(33, 19.5)),
  ];
}

/** The keys of all demonstrations start with this. */
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

/**
 * The same people file again up to 30 days later, without their documents. About half of them write
 * the same answers.
 */
function duplicatesOf(random: Random, drafts: readonly ClaimDraft[], count: number, last: Date): ClaimDraft[] {
  return Array.from({ length: count }, (): ClaimDraft => {
    const first = random.pick(drafts);
    const later = new Date(first.filedAt.getTime() + random.integer(90, 30 * 24 * 60 * 60) * 1_000);
    const filedAt = later > last ? first.filedAt : later;
    const answers = random.chance(0.5) ? writtenOtherwise(first.answers) : first.answers;
    return { ...first, filedAt, answers, documentsToFollow: 0, uploads: [] };
  });
}

/** The same address in a different spelling. */
function writtenOtherwise(answers: ClaimDraft['answers']): ClaimDraft['answers'] {
  const street = String(answers['street1']).replace('Street', 'St.').replace('Avenue', 'Ave').replace('Road', 'Rd');
  return { ...answers, street1: street, city: String(answers['city']).toUpperCase() };
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
