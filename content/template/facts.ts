/**
 * Every name, address and date of the case, once. Pages, forms, documents and emails read them from
 * here, so a value that you change here changes everywhere. Days are `YYYY-MM-DD` and times `HH:MM`
 * in the court's time zone. A deadline lasts until the end of its day.
 */
export const facts = {
  name: 'Example Settlement',
  // <spanish>
  nameInSpanish: 'Acuerdo de Ejemplo',
  // </spanish>
  /** Names this case in the database. Never change it once a claim is filed. */
  caseId: 'template',
  caption: 'Sample v. Specimen Company',
  court: 'United States District Court for the District of Exampleland',
  docketNumber: 'No. 0:26-cv-00000',
  /** The defendants, as they read in the middle of a sentence. */
  defendant: 'Specimen Company',
  timeZone: 'America/New_York',
  /** Precedes each claim number. Never change it once a claim is filed. */
  prefix: 'EXS',
  administrator: 'Settlement Administrator',
  // <spanish>
  administratorInSpanish: 'Administrador del Acuerdo',
  // </spanish>
  phone: '1-800-555-0100',
  email: 'info@example-settlement.example.com',
  securityEmail: 'security@example-settlement.example.com',
  /** The printed address of the website. */
  website: 'www.example-settlement.example.com',
  mailingAddress: ['Example Settlement', 'c/o Settlement Administrator', 'P.O. Box 10000', 'Exampleville, NY 00000'],
  /** Shown at the top of every page: the operator. Keep it under 50 characters, for phones. */
  banner: 'Template: everything here is invented.',
  // <spanish>
  bannerInSpanish: 'Plantilla: aquí todo es inventado.',
  // </spanish>
  deadline: '2027-06-30',
  exclusionDeadline: '2027-05-31',
  objectionDeadline: '2027-05-31',
  hearing: { date: '2027-07-30', time: '10:00' },
  /** Dollars that the defendants pay, and the maximum of the lawyers' fees in percent of them. */
  fund: 1_000_000,
  feePercent: 33,
  /** Events from the first to the last of these days count. */
  period: { from: '2023-06-30', to: '2026-06-30' },
  // <login>
  /** The IDs on the login page's picture of a notice. No class member has them. */
  sampleNotice: {
    ids: ['Notice ID: 123456789', 'Unique ID: AB12CD34'],
    address: ['JANE SAMPLE', '12 EXAMPLE STREET', 'SAMPLETON, PA 00000'],
  },
  /** Business days in which you answer people who lost their IDs. */
  idRequestDays: 10,
  // </login>
  // <payor>
  /** Payors who claim at least this many dollars must send data on each purchase. */
  purchaseDataFrom: 300_000,
  // </payor>
  // <data-incident>
  /** The settlement agreement's limits: dollars for losses, hours, and dollars for an hour. */
  losses: { atMost: 5_000, hours: 5, dollarsPerHour: 25 },
  // </data-incident>
  /** Years after the deadline until personal data is deleted. */
  yearsKept: 7,
} as const;
