/**
 * Every date, sum, number and address of the case, once. Pages, forms and papers take them from here, so that changing one fact here
 * changes it everywhere. Dates are `YYYY-MM-DD` in the court's time zone.
 */
export const facts = {
  timeZone: 'America/New_York',
  phone: '1-800-555-0142',
  email: 'info@settlement.example.com',
  administrator: 'Settlement Administrator',
  mailingAddress: [
    'Antidepressant Antitrust Settlement',
    'c/o Settlement Administrator',
    'P.O. Box 99900',
    'Exampleville, NY 00000',
  ],
  savingsClubMailingAddress: [
    'Savings Club Settlement',
    'c/o Settlement Administrator',
    'P.O. Box 99901',
    'Exampleville, NY 00000',
  ],
  classCounsel: [
    ['Example & Sample LLP', '100 Specimen Street, Suite 2000', 'Exampleville, NY 00000'],
    ['Placeholder Law Group PC', '25 Illustration Avenue, Floor 9', 'Sampleton, PA 00000'],
  ],
  caption: 'In re Antidepressant End-Payor Antitrust Litigation',
  copyrightYear: '2025',
  brandDrug: {
    earlierYear: '2024',
    earlierFund: '25.5 million dollars',
    newerYear: '2025',
    newerFund: '2.25 million dollars',
    feePercent: '34%',
    feeAtMost: '765,000 dollars',
    claimDeadline: '2025-07-17',
    exclusionDeadline: '2025-06-02',
    objectionDeadline: '2025-06-02',
    hearing: { date: '2025-08-19', time: '1:00 pm' },
    finalApproval: '2025-09-17',
    classPeriod: { from: '2008-06-14', to: '2011-05-31' },
    strengths: '37.5, 75 and 150 mg',
    tppTransactionDataFrom: '300,000 dollars',
    states: [
      'Arizona',
      'California',
      'Florida',
      'Kansas',
      'Maine',
      'Massachusetts',
      'Michigan',
      'Minnesota',
      'Mississippi',
      'Montana',
      'Nevada',
      'New Hampshire',
      'New Mexico',
      'New York',
      'North Carolina',
      'Oregon',
      'Rhode Island',
      'South Dakota',
      'Tennessee',
      'West Virginia',
      'Wisconsin',
    ],
  },
  savingsClub: {
    claimDeadline: '2025-04-17',
    classPeriod: { from: '2007-01-01', to: '2024-11-18' },
    documentsFrom: '10,000 dollars',
    outOfPocketRanges: ['$1-$500', '$501-$1,000', '$1,001-$5,000', '$5,001-$9,999', '$10,000 or more'],
  },
} as const;

/** `2025-07-17` as `July 17, 2025`. */
export function longDate(date: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
}
