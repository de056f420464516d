/**
 * Every date, sum, number and address of the case. Pages, forms and documents read them here. Dates
 * are `YYYY-MM-DD` and times `HH:MM` in the court’s time zone; sums are dollars.
 * `shared/formats.ts` formats them.
 */
export const facts = {
  timeZone: 'America/New_York',
  phone: '1-800-555-0142',
  email: 'info@settlement.example.com',
  /** The printed address. Pages use the address that serves them. */
  website: 'www.settlement.example.com',
  administrator: 'Settlement Administrator',
  administratorInSpanish: 'Administrador del Acuerdo',
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
  /** The IDs on the picture of a notice. No class member has them. */
  sampleNotice: {
    ids: ['Notice ID: 123456789', 'Unique ID: AB12CD34'],
    address: ['JANE SAMPLE', '12 EXAMPLE STREET', 'SAMPLETON, PA 00000'],
  },
  /** Business days in which the administrator answers a request for lost IDs. */
  idRequestDays: 10,
  caption: 'In re Antidepressant End-Payor Antitrust Litigation',
  court: 'United States District Court for the District of Exampleland',
  courtInSpanish: 'Tribunal de Distrito de los Estados Unidos para el Distrito de Exampleland',
  docketNumber: 'No. 0:00-cv-00000',
  courtAddress: ['Clerk of the Court', '1 Specimen Square', 'Exampleville, NY 00000'],
  securityEmail: 'security@settlement.example.com',
  copyrightYear: '2025',
  /** The last manual check in `docs/accessibility.md`. */
  accessibilityCheckedOn: '2026-11-21',
  /** Years after the claim deadline, or after a later filing, until personal data is deleted. */
  yearsKept: 7,
  brandDrug: {
    earlierYear: '2024',
    earlierFund: 25_500_000,
    newerYear: '2025',
    newerFund: 2_250_000,
    feePercent: 34,
    claimDeadline: '2025-07-17',
    exclusionDeadline: '2025-06-02',
    objectionDeadline: '2025-06-02',
    hearing: { date: '2025-08-19', time: '13:00' },
    finalApproval: '2025-09-17',
    classPeriod: { from: '2008-06-14', to: '2011-05-31' },
    strengthsInMilligrams: [37.5, 75, 150],
    tppTransactionDataFrom: 300_000,
    /** Payors list the other names that they have used since then. */
    otherNamesSince: '2007',
    releaseParagraph: 12,
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
    documentsFrom: 10_000,
    outOfPocketRanges: ['$1-$500', '$501-$1,000', '$1,001-$5,000', '$5,001-$9,999', '$10,000 or more'],
  },
} as const;

/** The maximum that the lawyers may request, in dollars. */
export const feeAtMost = (facts.brandDrug.newerFund * facts.brandDrug.feePercent) / 100;

/** Shares of the net fund by kind of class member, in percent. */
export const pools = { thirdPartyPayors: 78, consumers: 22 } as const;
