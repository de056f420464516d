import type { Settlement } from '@redress/contract/settlement';

/** Finds the newest form with a login, which the answers below fill in. */
export function formOf(settlement: Settlement) {
  const form = settlement.claimForms.findLast((candidate) => candidate.login === 'required');
  if (form === undefined) throw new Error('The settlement has no form with a login');
  return form;
}

const names = ['Ana Núñez', 'Mei-Ling Zhao', "Siobhán O'Brien", 'Robert van den Berg', 'Zoë Lindqvist'];

/** Makes the answers that all forms ask for, different for each person. */
export function contactOf(index: number) {
  return {
    name: `${names[index % names.length]} ${index}`,
    address: { street1: `${1 + index} Larkmoor Lane`, city: 'Miami', state: 'Florida', zip: '33101-2204' },
    phone1: `602555${String(index % 10_000).padStart(4, '0')}`,
    amount: `${10 + (index % 4_000)}.${10 + (index % 90)}`,
  };
}

/** Fills in a complete form with valid answers, different for each claim. */
export function answersOf(index: number) {
  const { name, address, phone1, amount } = contactOf(index);
  return {
    name1: name,
    ...address,
    phone1,
    email: `claimant.${index}@example.com`,
    classMemberConfirmation: true,
    repealerStateTotalAmountPaid: amount,
    totalNumOfPrescriptions: String(1 + (index % 120)),
    insuranceQuestion: index % 3 === 0 ? 'No' : 'Yes',
    signature: name,
  };
}
