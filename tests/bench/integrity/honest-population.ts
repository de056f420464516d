import { formatPhone, plainLetters } from '@redress/content/demo/invent-people';
import { tppV2 } from '@redress/content/forms/tpp.v2';
import { companyHealthTypes } from '@redress/content/lists/company-health-types';
import { day, type Filing, type FilingOptions, type Inventor, minute, type PersonForm } from './filings.ts';
import { observe, pickBehavior } from './observe-filing.ts';
import { inventStyle, mistype, otherFirstName, type Person, pickFreeProvider } from './people.ts';
import { pickRareSurname } from '@redress/content/demo/frequent-names';

export const pickForm = ({ random }: Inventor): PersonForm => (random.chance(0.55) ? 'individual' : 'consumer');

const withNoticeShare = 0.6;
const wrongDigitShare = 0.006;
const slips = 0.006;

/** What a person files with: a notice, a style, a browser. Other claims of the person have the same. */
export function prepare(inventor: Inventor, person: Person, form: PersonForm) {
  const { random } = inventor;
  const hasNotice = form === 'consumer' || random.chance(withNoticeShare);
  const mailed = hasNotice ? inventor.mailTo(person, form) : undefined;
  const isWrong = form === 'individual' && random.chance(wrongDigitShare);
  return {
    form,
    style: inventStyle(random),
    origin: inventor.inventOrigin(),
    noticeId: mailed !== undefined && isWrong ? `${mailed.slice(0, 8)}${(Number(mailed[8]) + 3) % 10}` : mailed,
    behavior: pickBehavior(random),
    gives: { phone: random.chance(0.75), email: random.chance(0.82) },
    representative: random.chance(0.025)
      ? `${random.pick(['Daughter', 'Son', 'Wife'])} of ${person.lastName}`
      : undefined,
    files: random.chance(0.17) ? [`file ${random.next()}`] : [],
    slips,
  } satisfies Omit<FilingOptions, 'at'>;
}

/** One or several people of one home, each filing once. */
export function ordinaryHousehold(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const form = pickForm(inventor);
  const arrival = inventor.arrivalTimes(form);
  const first = people.inventPerson();
  const count = random.pickWeighted([
    [1, 84],
    [2, 13],
    [3, 2],
    [4, 1],
  ] as const);
  const household = liveTogether(inventor, first, count);
  let at = arrival();
  const origin = inventor.inventOrigin();
  return household.map((person, index) => {
    if (index > 0) at = random.chance(0.6) ? at + random.integer(4, 200) * minute : arrival();
    const prepared = prepare(inventor, person, form);
    return inventor.file(person, { ...prepared, ...(random.chance(0.7) && { origin }), at });
  });
}

/** People at one address with different first names, often with one surname, phone or mailbox. */
export function liveTogether({ random, people }: Inventor, first: Person, count: number): Person[] {
  const household = [first];
  while (household.length < count) {
    const other = people.inventPerson(first, random.chance(0.85) ? first.lastName : undefined, first.language);
    if (household.some(({ firstName }) => firstName === other.firstName)) continue;
    household.push({
      ...other,
      ...(random.chance(0.35) && { phone: first.phone }),
      ...(random.chance(0.2) && { email: first.email }),
    });
  }
  return household;
}

/** Files twice, because the first claim was forgotten, wrong, or got no answer. */
export function doubleFiler(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const form = pickForm(inventor);
  const person = people.inventPerson();
  const prepared = prepare(inventor, person, form);
  const arrival = inventor.arrivalTimes(form);
  const at = Math.min(arrival(), arrival());
  const again = {
    ...person,
    ...(random.chance(0.25) && { firstName: otherFirstName(random, person.firstName) }),
    ...(random.chance(0.15) && {
      email: people.inventMailbox(person.firstName, person.lastName, pickFreeProvider(random)),
    }),
    ...(random.chance(0.1) && { phone: people.inventPhone(person.state) }),
    ...(random.chance(0.08) && { unit: undefined }),
    ...(random.chance(0.08) && { street: mistype(random, person.street) }),
  };
  const { noticeId, ...second } = prepared;
  const usesNotice = form === 'consumer' || random.chance(0.7);
  return [
    inventor.file(person, { ...prepared, at }),
    inventor.file(again, {
      ...second,
      ...(usesNotice && { noticeId }),
      ...(random.chance(0.3) && { style: inventStyle(random) }),
      ...(random.chance(0.35) && { origin: inventor.inventOrigin() }),
      behavior: pickBehavior(random),
      at: at + Math.round(random.exponential(9) * day) + 3 * minute,
    }),
  ];
}

const issuedPrefixes = '01 04 06 13 16 20 22 26 27 31 35 36 38 41 45 47 52 54 58 59 62 74 77 81 82 91 93 94 95'.split(
  ' ',
);
export const inventIssuedTaxId = ({ random }: Inventor): string =>
  `${random.pick(issuedPrefixes)}${String(random.integer(0, 9_999_999)).padStart(7, '0')}`;

const planKinds = [
  'Health Plan',
  'Benefit Trust',
  'Welfare Fund',
  'Employees Medical Plan',
  'Mutual Health',
  'HMO',
] as const;

export interface Payor {
  readonly name: string;
  readonly taxId: string;
  readonly contact: Person;
  readonly amount: number;
  readonly files: readonly string[];
}

export function inventPayor(inventor: Inventor): Payor {
  const { random, people } = inventor;
  const word = pickRareSurname(random);
  const contact = people.inventPerson();
  const domain = `${plainLetters(word)}${random.pick(['health', 'plan', 'fund', ''])}.${random.pick(['com', 'org'])}`;
  return {
    name: `${word} ${random.pick(planKinds)}`,
    taxId: inventIssuedTaxId(inventor),
    contact: { ...contact, email: people.inventMailbox(contact.firstName, contact.lastName, domain) },
    amount: random.logNormal(85_000, 1.25),
    files: random.chance(0.65) ? [`data ${random.next()}`] : [],
  };
}

/** A payor that files for itself. */
export function ordinaryPayor(inventor: Inventor): Filing[] {
  const { random } = inventor;
  const payor = inventPayor(inventor);
  const origin = inventor.inventOrigin();
  return [
    filePayor(inventor, payor, { at: inventor.arrivalTimes('consumer')(), behavior: pickBehavior(random), origin }),
  ];
}

export function filePayor(
  { random }: Inventor,
  { name, taxId, contact, amount, files }: Payor,
  { at, behavior, origin }: Pick<FilingOptions, 'at' | 'behavior' | 'origin'>,
): Filing {
  const { firstName, lastName, street, unit, city, state, zip, phone, email } = contact;
  const answers = {
    optSectionRadio: 'Company',
    healthPlanCompanyName: name.slice(0, 50),
    contactName: `${firstName} ${lastName}`,
    street1: street,
    ...(unit !== undefined && { street2: unit.replace('Apt', 'Suite') }),
    city,
    state,
    zip,
    phone1: formatPhone(random, phone),
    emailAddress: email,
    tin: taxId,
    companyHealthType: random.pick(companyHealthTypes.filter((type) => type !== 'Other')),
    repealerStateTotalAmountPaid: amount.toFixed(2),
    classMemberConfirmation: true,
    signature: `${firstName} ${lastName}`,
    positionTitle: random.pick(['Benefits Manager', 'Controller', 'Plan Administrator', 'Vice President']),
  };
  const observation = observe(random, behavior, Object.keys(answers).length, origin);
  return { formId: tppV2.id, language: 'en', at, answers, observation, files };
}
