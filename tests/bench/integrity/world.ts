import type { InventedVisit } from '@redress/contract/demonstration';
import { type ClaimDraft, type Filer } from '@redress/content/demo/claim-parts';
import { consumerClaim } from '@redress/content/demo/consumer-claims';
import { periods } from '@redress/content/demo/demonstration';
import { filingTimes } from '@redress/content/demo/filing-times';
import { pickRareSurname, readShares } from '@redress/content/demo/frequent-names';
import { individualClaim } from '@redress/content/demo/individual-claims';
import { memberOf, noticeMailer } from '@redress/content/demo/invent-members';
import { peopleInventor, type Person, plainLetters } from '@redress/content/demo/invent-people';
import * as visits from '@redress/content/demo/invent-visits';
import { payorInventor } from '@redress/content/demo/payor-claims';
import { createRandom, type Random } from '@redress/content/demo/random';
import { facts } from '@redress/content/facts';
import { consumerV1 } from '@redress/content/forms/consumer.v1';
import { individualV1 } from '@redress/content/forms/individual.v1';
import { addDays } from '@redress/forms/court-day';
import { freeProviders, mistype } from './write-otherwise.ts';

/** A filing is a claim and its visit, which the server observes. */
export type Filing = ClaimDraft & { readonly visit: InventedVisit };

export const minute = 60_000;
const hour = 60 * minute;
export const day = 24 * hour;
const maxLateDays = 80;

export type PersonForm = 'individual' | 'consumer';
const cases = {
  individual: { caseId: individualV1.caseId, period: periods.savingsClub },
  consumer: { caseId: consumerV1.caseId, period: periods.brandDrug },
} as const;

/** Keeps the day, at an hour of the court's standard time. `hours` may be a fraction. */
export const atHour = (at: number, hours: number): number =>
  Math.floor(at / day) * day + Math.round((hours + 5) * hour);

const ranges = facts.savingsClub.outOfPocketRanges;
export type Range = (typeof ranges)[number];
export const highRanges = ranges.slice(2);
const rangeShares = [57, 21, 15, 5, 2];
const weightedRanges = ranges.map((range, index) => [range, rangeShares[index] ?? 0] as const);

/**
 * Mail hosts have real shares. The demonstration sends email, so there each mailbox has its own
 * host.
 */
const providers = readShares(
  'gmail.com 52 yahoo.com 17 hotmail.com 6 outlook.com 6 aol.com 6 icloud.com 5 comcast.net 3 att.net 2 msn.com 1 own 3',
);

/** The demonstration's tax IDs begin with digits that were never issued, which is a signal. */
const issuedPrefixes = '01 04 06 13 16 20 22 26 27 31 35 36 38 41 45 47 52 54 58 59 62 74 77 81 82 91 93 94 95'.split(
  ' ',
);
const inventIssuedTaxId = (random: Random): string =>
  `${random.pick(issuedPrefixes)}${String(random.integer(0, 9_999_999)).padStart(7, '0')}`;

/** Honest people mistype this share of fields. */
const slipShare = 0.006;
const slipFields = ['name1', 'street1', 'city'] as const;

interface FilingOptions {
  /** The default is `individual`. */
  readonly form?: PersonForm;
  readonly at: number;
  /** The default is one of many. */
  readonly behavior?: visits.Behavior;
  readonly origin?: ProgramOrigin;
  /** The ID is typed into the individual's form, or used for the login of the consumer's. */
  readonly noticeId?: string | undefined;
  /** Replaces answers that the demonstration invents. */
  readonly answers?: ClaimDraft['answers'];
  readonly uploads?: ClaimDraft['uploads'];
}
interface PayorOptions extends Pick<FilingOptions, 'behavior' | 'origin'> {
  readonly isAgent?: boolean;
  readonly vary?: (draft: ClaimDraft) => Partial<ClaimDraft>;
}
export type ProgramOrigin = visits.Origin & { readonly automated?: boolean };

/** All units of one population share a world. A unit is a household or a campaign. */
export function createWorld(seed: string, claims: number, maxSize: number) {
  const random = createRandom(seed);
  const people = peopleInventor(random, {
    mailHost() {
      const provider = random.pickWeighted(providers);
      return provider === 'own' ? `${plainLetters(pickRareSurname(random))}.com` : provider;
    },
    phonesPerArea: 10_000,
  });
  const claimPayor = payorInventor(random, people, inventIssuedTaxId);
  const members: string[] = [];
  // A claim has at most one notice, and campaigns may exceed their share a little.
  const mail = noticeMailer(random, 0, 2 * claims);
  const arrivalsOf = (form: PersonForm) => {
    const { period } = cases[form];
    return filingTimes(random, period, new Date(Date.parse(addDays(period.deadline, maxLateDays))));
  };
  const arrivals = { individual: arrivalsOf('individual'), consumer: arrivalsOf('consumer') };
  const range = (): Range => random.pickWeighted(weightedRanges);
  const highRange = (): Range => random.pick(highRanges);
  let serial = 0;

  /** Returns the Notice ID. */
  function mailTo(person: Person, form: PersonForm): string {
    const { noticeId, uniqueId, ...to } = memberOf(mail(person, cases[form].caseId));
    const { firstName, lastName, street, city, state, zip, caseId } = to;
    members.push([noticeId, uniqueId, firstName, lastName, street, city, state, zip, caseId].join(','));
    return noticeId;
  }

  function observed(draft: ClaimDraft, behavior: visits.Behavior, origin: ProgramOrigin): Filing {
    const visit = visits.inventVisit(random, draft.answers, behavior, origin);
    return { ...draft, withoutScript: behavior === 'no-script', visit };
  }

  /** The demonstration invents the claim. `answers` replace some of its answers. */
  function file(person: Filer, { form = 'individual', at, noticeId, ...options }: FilingOptions): Filing {
    serial += 1;
    const filedAt = new Date(at);
    const draft =
      form === 'consumer'
        ? consumerClaim(random, { ...person, noticeId: noticeId ?? mailTo(person, form) }, filedAt)
        : individualClaim(random, person, filedAt, noticeId, serial);
    const { uploads = draft.uploads, origin = visits.inventOrigin(random) } = options;
    const behavior = options.behavior ?? (draft.withoutScript ? 'no-script' : visits.pickBehavior(random));
    const answers = { ...draft.answers, ...options.answers };
    return observed({ ...draft, answers, uploads, documentsToFollow: uploads.length }, behavior, origin);
  }

  return {
    random,
    people,
    /** Rows to import of class members who were mailed notices. */
    members,
    /** Honest claims among those of an attacker. */
    honest: new Set<Filing>(),
    mailTo,
    /** The person has a phone number that no other person has. */
    inventFiler(...about: Parameters<typeof people.inventPerson>) {
      const person = people.inventPerson(...about);
      return { ...person, phone: people.phoneIn(person.state) };
    },
    /** Files the claims of a campaign or group, as many as between both limits. */
    fileSeveral(from: number, to: number, fileOne: (index: number) => Filing): Filing[] {
      const length = inventSize(random, from, Math.max(from, Math.min(to, maxSize)));
      return Array.from({ length }, (_, index) => fileOne(index));
    },
    origin: () => visits.inventOrigin(random),
    address: () => visits.inventAddress(random),
    /** Makes the address of another home of the same network. */
    addressNear: (address: string) =>
      address.replace(/:[^:]+::1$/, `:${visits.inventAddress(random).split(':')[3]}::1`),
    browser: () => visits.inventBrowser(random),
    freeProvider: () => random.pick(freeProviders),
    range,
    highRange,
    /** Picks the range of a false claim, of which this share is surely high. */
    falseRange: (highShare: number) => (random.chance(highShare) ? highRange() : range()),
    /** Picks the arrival of an honest claim. */
    arrival: (form: PersonForm): number => arrivals[form]().getTime(),
    /** Picks a moment between the mailing and the deadline, at any hour. */
    momentInPeriod(form: PersonForm): number {
      const { mailedOn, deadline } = cases[form].period;
      const [first, last] = [Date.parse(mailedOn) + 12 * day, Date.parse(deadline) - 3 * day];
      return random.integer(first, last);
    },
    /** Makes an honest claim, with an occasional typing error. */
    file(person: Filer, options: FilingOptions): Filing {
      const { answers, ...filing } = file(person, options);
      const slips = slipFields.flatMap((field) => {
        const text = answers[field];
        return typeof text === 'string' && random.chance(slipShare) ? [[field, mistype(random, text)] as const] : [];
      });
      return { ...filing, answers: { ...answers, ...Object.fromEntries(slips) } };
    },
    /** Makes a false claim, without documents unless the attacker has some. */
    fileFalse(person: Filer, options: FilingOptions & Required<Pick<FilingOptions, 'behavior' | 'origin'>>): Filing {
      return file(person, { uploads: [], ...options });
    },
    /** Makes a claim of a payor or, less often, of an agent. */
    filePayor(
      at: number,
      { isAgent, vary, behavior, origin = visits.inventOrigin(random) }: PayorOptions = {},
    ): Filing {
      const draft = claimPayor(new Date(at), isAgent);
      return observed({ ...draft, ...vary?.(draft) }, behavior ?? visits.pickBehavior(random), origin);
    },
  };
}

export type World = ReturnType<typeof createWorld>;

/** Picks a size between both limits, evenly on a logarithmic scale. */
export const inventSize = (random: Random, from: number, to: number): number =>
  Math.round(from * (to / from) ** random.next());
