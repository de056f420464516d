import { formatPhone } from '@redress/content/demo/invent-people';
import { addDays, filingTimes } from '@redress/content/demo/filing-times';
import { createRandom, type Random } from '@redress/content/demo/random';
import { facts } from '@redress/content/facts';
import { consumerV1 } from '@redress/content/forms/consumer.v1';
import { individualV1 } from '@redress/content/forms/individual.v1';
import type { Language } from '@redress/contract/language';
import { createCarriers, inventOrigin, type Observation, observe, type Origin } from './observe-filing.ts';
import type { Behavior } from '@redress/content/demo/invent-visits';
import { createPeople, mistype, type Person, type Style, type Taken, writeName, writeStreet } from './people.ts';

/** A claim as its claimant sends it, and what the server observes of its filing. */
export interface Filing {
  readonly formId: string;
  readonly language: Language;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly answers: Readonly<Record<string, unknown>>;
  /** Of the class member who logged in. */
  readonly loginNoticeId?: string;
  readonly observation: Observation;
  /** Each stands for a file; equal ones are equal files. */
  readonly files: readonly string[];
}

export const minute = 60_000;
const hour = 60 * minute;
export const day = 24 * hour;
const filingDays = 101;

const caseForms = { individual: individualV1, consumer: consumerV1 } as const;
export type PersonForm = keyof typeof caseForms;
const deadlines = { individual: facts.savingsClub.claimDeadline, consumer: facts.brandDrug.claimDeadline } as const;

const arrivals = new Map<PersonForm, readonly number[]>();

/** When honest claims arrive: more after the mailing, before the deadline and by day, a few late. */
function arrivalTimes(random: Random, form: PersonForm): () => number {
  const hours = arrivals.get(form) ?? inventArrivals(form);
  arrivals.set(form, hours);
  return () => random.pick(hours) + random.integer(0, hour - 1);
}

/** Hours, as often as claims arrive in them. Computed once, because it takes long. */
function inventArrivals(form: PersonForm): number[] {
  const deadline = deadlines[form];
  const period = { mailedOn: addDays(deadline, -filingDays), deadline };
  const next = filingTimes(createRandom(`arrivals ${form}`), period, new Date(Date.parse(deadline) + 80 * day));
  return Array.from({ length: 10_000 }, () => Math.floor(next().getTime() / hour) * hour);
}

/** A moment between the mailing and the deadline, on any hour. */
function momentInPeriod(random: Random, form: PersonForm): number {
  const deadline = Date.parse(deadlines[form]);
  return deadline - random.integer(3, filingDays - 12) * day + random.integer(0, day - 1);
}

/** The same day at an hour of the court's winter time, with minutes. */
export const atHour = (at: number, hours: number): number =>
  Math.floor(at / day) * day + Math.round((hours + 5) * hour);

const firstNotice = 300_000_000;

const ranges = facts.savingsClub.outOfPocketRanges;
const rangeShares = [57, 21, 15, 5, 2];
type Range = (typeof ranges)[number];
export const inventRange = (random: Random): Range =>
  random.pickWeighted(ranges.map((range, index) => [range, rangeShares[index] ?? 0]));
export const highRanges = ranges.slice(2);

/** What was paid, in the consumer's form. Some know the cents, others estimate. */
function inventPurchases(random: Random) {
  const paid = Math.max(4, random.logNormal(620, 0.95));
  const fills = Math.max(1, Math.min(110, Math.round(paid / random.logNormal(34, 0.4))));
  return {
    repealerStateTotalAmountPaid: random.chance(0.4)
      ? String(Math.max(5, Math.round(paid / 50) * 50))
      : (Math.round(paid * 100) / 100).toFixed(2),
    totalNumOfPrescriptions: String(fills),
    insuranceQuestion: random.chance(0.74) ? 'Yes' : 'No',
  };
}

export interface FilingOptions {
  /** `individual` by default. */
  readonly form?: PersonForm;
  readonly at: number;
  readonly style: Style;
  readonly behavior: Behavior;
  readonly origin: Origin;
  /** Typed into the individual's form, or used for the login of the consumer's. */
  readonly noticeId?: string | undefined;
  readonly range?: Range;
  readonly purchases?: ReturnType<typeof inventPurchases>;
  readonly representative?: string | undefined;
  /** The form of consumers can do without both. */
  readonly gives?: { readonly phone?: boolean; readonly email?: boolean };
  readonly files?: readonly string[];
  /** Slips of the fingers, as a share of fields. */
  readonly slips?: number;
}

/** Invents a claim of a person. */
function filePerson(random: Random, person: Person, options: FilingOptions): Filing {
  const {
    form = 'individual',
    at,
    style,
    behavior,
    origin,
    noticeId,
    representative,
    gives,
    files = [],
    slips = 0,
  } = options;
  const slip = (text: string) => (random.chance(slips) ? mistype(random, text) : text);
  const name = writeName(person, style);
  const contact = {
    name1: slip(name),
    ...(representative !== undefined && { name2: representative.slice(0, 50) }),
    street1: slip(writeStreet(person, style)),
    city: slip(style.letters === 'upper' ? person.city.toUpperCase() : person.city),
    state: person.state,
    zip: random.chance(slips / 2) ? swapDigits(person.zip) : person.zip,
    ...(gives?.phone !== false && { phone1: formatPhone(random, person.phone) }),
    ...((form === 'individual' || gives?.email !== false) && { email: person.email }),
  };
  const answers =
    form === 'individual'
      ? {
          ...contact,
          ...(noticeId !== undefined && { noticeId }),
          excludedAcknowledgement: true,
          outOfpocketExpensePaid: options.range ?? inventRange(random),
          signature: name,
        }
      : {
          ...contact,
          classMemberConfirmation: true,
          ...(options.purchases ?? inventPurchases(random)),
          signature: name,
        };
  return {
    formId: caseForms[form].id,
    language: person.language,
    at,
    answers,
    ...(form === 'consumer' && noticeId !== undefined && { loginNoticeId: noticeId }),
    observation: observe(random, behavior, Object.keys(answers).length, origin),
    files,
  };
}

const swapDigits = (zip: string) => `${zip.slice(0, 2)}${zip[3] ?? ''}${zip[2] ?? ''}${zip.slice(4)}`;

/** What all units of one population share. A unit is a household or a campaign. */
export function createWorld(seed: string, claims: number, maxSize: number) {
  const taken: Taken = { phones: new Set(), mailboxes: new Set() };
  const carriers = createCarriers(createRandom(`${seed} carriers`), claims);
  const members: string[] = [];
  let lastNotice = firstNotice;

  function mailTo(random: Random, { firstName, lastName, ...person }: Person, form: PersonForm): string {
    lastNotice += random.integer(1, 90);
    const { street, unit, city, state, zip } = person;
    const uniqueId = `B${lastNotice.toString(36).toUpperCase().padStart(7, '0')}`;
    const address = [unit === undefined ? street : `${street} ${unit}`, city, state, zip];
    members.push([lastNotice, uniqueId, firstName, lastName, ...address, caseForms[form].caseId].join(','));
    return String(lastNotice);
  }

  return {
    /** Class members whom notices were mailed to, as rows to import. */
    members,
    /** What invents one unit. It does not depend on other kinds of units. */
    createInventor(unit: string) {
      const random: Random = createRandom(`${seed} ${unit}`);
      return {
        random,
        people: createPeople(random, taken),
        /** The number of claims in a campaign or group. */
        size: (from: number, to: number) => inventSize(random, from, Math.max(from, Math.min(to, maxSize))),
        arrivalTimes: (form: PersonForm) => arrivalTimes(random, form),
        momentInPeriod: (form: PersonForm) => momentInPeriod(random, form),
        inventOrigin: () => inventOrigin(random, carriers),
        /** Returns the Notice ID. */
        mailTo: (person: Person, form: PersonForm) => mailTo(random, person, form),
        file: (person: Person, options: FilingOptions) => filePerson(random, person, options),
      };
    },
  };
}

export type Inventor = ReturnType<ReturnType<typeof createWorld>['createInventor']>;

/** Between two limits, both included; doubling is as likely at either. */
export const inventSize = (random: Random, from: number, to: number): number =>
  Math.round(from * (to / from) ** random.next());
