import { facts } from '../facts.ts';
import { individualV1 } from '../forms/individual.v1.ts';
import { tppV2 } from '../forms/tpp.v2.ts';
import type { ClaimDraft } from './claim-parts.ts';
import { plainLetters } from './invent-people.ts';
import { type Behavior, inventOrigin, inventProgram, inventVisit } from './invent-visits.ts';
import { pickFirstName, pickSurname } from './frequent-names.ts';
import { placeNames } from './names.ts';
import { inventTaxId } from './payor-claims.ts';
import type { Random } from './random.ts';

const ranges = facts.savingsClub.outOfPocketRanges;
const minute = 60_000;
const day = 24 * 60 * minute;

/** The parts of an individual claim besides its answers. */
const individual = {
  formId: individualV1.id,
  language: 'en',
  withoutScript: false,
  documentsToFollow: 0,
  uploads: [],
} as const satisfies Partial<ClaimDraft>;

/** A program sends the same answers again and again, twice a minute, during one night. */
export function loopClaims(random: Random, count: number, begunAt: Date): ClaimDraft[] {
  const name = 'Terrence Wallace';
  const answers = {
    name1: name,
    street1: '77 Oxbowridge Road',
    city: 'Cleveland',
    state: 'Ohio',
    zip: '44113',
    phone1: '2165550163',
    email: 'twallace@lichenfield.example.com',
    excludedAcknowledgement: true,
    outOfpocketExpensePaid: ranges[3],
    signature: name,
  };
  const program = inventProgram(random);
  return Array.from({ length: count }, (_, index): ClaimDraft => {
    const filedAt = new Date(begunAt.getTime() + index * 30_000 + random.integer(0, 900));
    return { ...individual, filedAt, answers, visit: inventVisit(random, answers, 'posted', program) };
  });
}

/** All claims come from one building, with numbered apartments. */
const address = { street: '1400 Gooseberry Place', city: 'Wilmington', state: 'Delaware', zip: '19801' };
const secondsApart = [4, 19] as const;
/** Names from a short list repeat. */
const listLength = 12;

/**
 * A program in browsers: within minutes, it files invented names from one building, with numbered
 * mailboxes, four phones and one amount, without a notice. Its payor claims also fill in the hidden
 * field.
 */
export function countedClaims(
  random: Random,
  { individuals, payors, begunAt }: { readonly individuals: number; readonly payors: number; readonly begunAt: Date },
): ClaimDraft[] {
  const list = (pick: (source: Random) => string) => Array.from({ length: listLength }, () => pick(random));
  const [given, family] = [list(pickFirstName), list(pickSurname)];
  const programs = Array.from({ length: 3 }, () => inventProgram(random));
  let at = begunAt.getTime();
  return Array.from({ length: individuals + payors }, (_, index): ClaimDraft => {
    at += random.integer(...secondsApart) * 1_000 + random.integer(0, 999);
    const person = { given: random.pick(given), family: random.pick(family) };
    const phone = `30255501${random.pick(['04', '15', '41', '78'])}`;
    const answers =
      index < individuals ? ofIndividual(person, index + 1, phone) : ofPayor(random, person, index + 1, phone);
    const program = { ...random.pick(programs), automated: random.chance(0.4) };
    const visit = inventVisit(random, answers, 'keys by script', program);
    const formId = index < individuals ? individualV1.id : tppV2.id;
    return { ...individual, formId, filedAt: new Date(at), answers, visit };
  });
}

interface InventedName {
  readonly given: string;
  readonly family: string;
}

function ofIndividual({ given, family }: InventedName, serial: number, phone: string): ClaimDraft['answers'] {
  const { street, ...place } = address;
  return {
    name1: `${given} ${family}`,
    street1: `${street} Apt. ${serial}`,
    ...place,
    phone1: phone,
    email: `${plainLetters(given)}.${plainLetters(family)}${2_000 + serial}@quickcash.example.com`,
    excludedAcknowledgement: true,
    outOfpocketExpensePaid: ranges[3],
    signature: `${given} ${family}`,
  };
}

function ofPayor(random: Random, { given, family }: InventedName, serial: number, phone: string) {
  const { street, ...place } = address;
  return {
    optSectionRadio: 'Company',
    // The field is hidden from people.
    website: 'https://quickcash.example.com',
    healthPlanCompanyName: `${random.pick(placeNames)} Benefits LLC`,
    contactName: `${given} ${family}`,
    street1: street,
    street2: `Suite ${serial}`,
    ...place,
    phone1: phone,
    emailAddress: `claims${serial}@quickcash.example.com`,
    tin: inventTaxId(random),
    companyHealthType: 'Self-insured employee health or pharmacy benefit plan',
    repealerStateTotalAmountPaid: '299999.00',
    classMemberConfirmation: true,
    signature: `${given} ${family}`,
  };
}

/** One person spells name, address and mailbox differently each time. */
const variants = {
  given: ['Katherine', 'Katherine', 'Kathy', 'Kate', 'K.', 'Katharine', 'KATHERINE'],
  family: ['Featherstone', 'Featherstone', 'Fetherstone', 'Featherston', 'FEATHERSTONE', 'Feather-Stone'],
  street: [
    '218 Marrowfen Avenue',
    '218 Marrowfen Ave',
    '218 Marrowfen Ave.',
    '218 MARROWFEN AVE',
    '218 Marowfen Avenue',
  ],
  unit: ['', ' Apt. 4', ' #4', ' Unit 4', ' Apt 4B'],
  zip: ['95814', '95814', '95814-3310'],
  phone: ['9165550152', '(916) 555-0152', '916-555-0152', '916-555-0115'],
  mailbox: [
    'kfeatherstone',
    'k.featherstone',
    'kate.feather',
    'katherinef',
    'kathy.f',
    'feather.kate',
    'kmfeatherstone',
  ],
} as const;
const hosts = ['inkwell.example.com', 'snowdrift.example.org', 'rushmere.example.net'] as const;
const byHand: readonly Behavior[] = ['typed', 'typed', 'autofill', 'pasted'];

/**
 * One person files many times by hand over some weeks, in the hope that the claims are not
 * compared.
 */
export function variantClaims(random: Random, count: number, begunAt: Date): ClaimDraft[] {
  const [home, elsewhere] = [inventOrigin(random), inventOrigin(random)];
  let at = begunAt.getTime();
  return Array.from({ length: count }, (): ClaimDraft => {
    at += random.chance(0.7) ? random.integer(4, 50) * minute : random.integer(10, 40) * (day / 24);
    const name = `${random.pick(variants.given)} ${random.pick(variants.family)}`;
    const number = random.chance(0.4) ? String(random.integer(1, 99)) : '';
    const answers = {
      name1: name,
      street1: `${random.pick(variants.street)}${random.pick(variants.unit)}`,
      city: 'Sacramento',
      state: 'California',
      zip: random.pick(variants.zip),
      phone1: random.pick(variants.phone),
      email: `${random.pick(variants.mailbox)}${number}@${random.pick(hosts)}`,
      excludedAcknowledgement: true,
      outOfpocketExpensePaid: random.pick([ranges[2], ranges[3], ranges[3]]),
      signature: name,
    };
    const visit = inventVisit(random, answers, random.pick(byHand), random.chance(0.7) ? home : elsewhere);
    return { ...individual, filedAt: new Date(at), answers, visit };
  });
}
