/** Valid answers for the three forms, by field name: enough to file, the same in every language. */
export const filledIn = {
  consumer: {
    name1: 'Ana Núñez',
    street1: '12 Elm Street',
    city: 'Phoenix',
    state: 'Arizona',
    zip: '85004',
    email: 'ana@example.com',
    repealerStateTotalAmountPaid: '1250.50',
    totalNumOfPrescriptions: '24',
    insuranceQuestion: 'Yes',
    classMemberConfirmation: true,
    signature: 'Ana Núñez',
  },
  individual: {
    name1: 'Luis Moreno',
    street1: '88 Juniper Court',
    city: 'Tampa',
    state: 'Florida',
    zip: '33602',
    email: 'luis.moreno@example.com',
    excludedAcknowledgement: true,
    outOfpocketExpensePaid: '$501-$1,000',
    signature: 'Luis Moreno',
  },
} as const;
