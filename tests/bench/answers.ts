import type { Settlement } from '@redress/contract/settlement';

/** The form that the answers below fill in: the newest form with a login. */
export function formOf(settlement: Settlement) {
  const form = settlement.claimForms.findLast((candidate) => candidate.login === 'required');
  if (form === undefined) throw new Error('The settlement has no form with a login');
  return form;
}

const names = [
  'Ana Núñez',
  'John Smith',
  'Mei-Ling Zhao',
  "Siobhán O'Brien",
  'Robert van den Berg',
  'Aaliyah Washington',
];
const streets = ['Larkmoor Lane', 'Candlewick Street Apt. 3', 'Foxglen Court', 'Wrenfield Avenue', 'Old Mill Road'];
const places = [
  { city: 'Phoenix', state: 'Arizona', zip: '85001' },
  { city: 'Miami', state: 'Florida', zip: '33101-2204' },
  { city: 'Boston', state: 'Massachusetts', zip: '02108' },
  { city: 'Los Angeles', state: 'California', zip: '90012' },
];

/** Valid answers for the nth claim: a complete form, different for each claim. */
export function answersOf(index: number): Readonly<Record<string, string | boolean>> {
  const name = pick(names, index);
  return {
    name1: name,
    street1: `${1 + (index % 9_000)} ${pick(streets, index)}`,
    ...pick(places, index),
    phone1: `(602) 555-${String(index % 10_000).padStart(4, '0')}`,
    email: `claimant.${index}@example.com`,
    classMemberConfirmation: true,
    repealerStateTotalAmountPaid: `${10 + (index % 4_000)}.${String(index % 100).padStart(2, '0')}`,
    totalNumOfPrescriptions: String(1 + (index % 120)),
    insuranceQuestion: index % 3 === 0 ? 'No' : 'Yes',
    signature: name,
  };
}

function pick<T>(list: readonly T[], index: number): T {
  const picked = list[index % list.length];
  if (picked === undefined) throw new RangeError('The list is empty');
  return picked;
}
