/**
 * Every name, address and date of the case, once. Pages, forms, documents and emails read them from
 * here, so a value that you change here changes everywhere. Days are `YYYY-MM-DD` and times `HH:MM`
 * in the court's time zone. A deadline lasts until the end of its day.
 */
export const facts = {
  name: 'Larkhaven Credit Union Data Incident Settlement',
  /** Names this case in the database. Never change it once a claim is filed. */
  caseId: 'larkhaven',
  caption: 'Brindle v. Larkhaven Credit Union',
  court: 'Superior Court of Larkhaven County',
  docketNumber: 'No. 26-CV-04417',
  /** Whom the lawsuit is against, as it reads in the middle of a sentence. */
  defendant: 'Larkhaven Credit Union',
  timeZone: 'America/Chicago',
  /** Comes before each claim number. Never change it once a claim is filed. */
  prefix: 'LCU',
  administrator: 'Settlement Administrator',
  phone: '1-800-555-0187',
  email: 'help@larkhaven-incident.example.com',
  securityEmail: 'security@larkhaven-incident.example.com',
  /** As it is printed in documents. */
  website: 'www.larkhaven-incident.example.com',
  mailingAddress: [
    'Larkhaven Credit Union Data Incident Settlement',
    'c/o Settlement Administrator',
    'P.O. Box 41700',
    'Brindleton, IL 00000',
  ],
  /** Shown at the top of every page: who runs it. Keep it under 50 characters, for phones. */
  banner: 'Demonstration: everything here is invented.',
  deadline: '2027-09-15',
  exclusionDeadline: '2027-08-16',
  objectionDeadline: '2027-08-16',
  hearing: { date: '2027-10-15', time: '10:00' },
  /** What happened from the first to the last of these days counts. */
  period: { from: '2025-11-03', to: '2027-09-15' },
  /** What the settlement agreement allows: dollars for losses, hours, and dollars for an hour. */
  losses: { atMost: 5000, hours: 5, dollarsPerHour: 25 },
  /** Years after the deadline until personal data is deleted. */
  yearsKept: 7,
} as const;
