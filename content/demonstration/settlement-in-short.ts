import { facts } from './facts.ts';
import { clockTime, dollars, longDate, monthAndYear } from '../shared/formats.ts';

/* Parts that Home and File a Claim share. */

const { brandDrug, savingsClub } = facts;

/** The day for which a page is rendered. */
interface When {
  isAfter(day: string): boolean;
  isFrom(day: string): boolean;
}

export const sumAndSubject = `A settlement of ${dollars(brandDrug.newerFund)} over an antidepressant`;

export const whoGetsAShare = `You may get a share if you paid for the brand drug or its generic between ${monthAndYear(brandDrug.classPeriod.from)} and ${monthAndYear(brandDrug.classPeriod.to)}, in one of ${brandDrug.states.length} states.`;

/** The court's decision, and whether claims are due. */
export function status(when: When): string {
  const decision = when.isFrom(brandDrug.finalApproval)
    ? 'The court has approved the settlement.'
    : when.isAfter(brandDrug.hearing.date)
      ? 'The court has held its hearing. It has not announced its decision yet.'
      : `The court decides after its hearing on ${longDate(brandDrug.hearing.date)}.`;
  const claims = when.isAfter(brandDrug.claimDeadline)
    ? `Claims were due by ${longDate(brandDrug.claimDeadline)}. You can still file, but the court may not allow payment.`
    : `Claims are due by ${longDate(brandDrug.claimDeadline)}.`;
  return `${decision} ${claims}`;
}

export const dates = [
  ...(brandDrug.exclusionDeadline === brandDrug.objectionDeadline
    ? [{ date: brandDrug.exclusionDeadline, title: 'Last day to exclude yourself or object' }]
    : [
        { date: brandDrug.exclusionDeadline, title: 'Last day to exclude yourself' },
        { date: brandDrug.objectionDeadline, title: 'Last day to object' },
      ]),
  {
    date: brandDrug.claimDeadline,
    title: 'Claims due',
    before: 'Online, or postmarked by this day.',
    after: 'Passed, but you can still file.',
  },
  {
    date: brandDrug.hearing.date,
    title: `Final approval hearing, ${clockTime(brandDrug.hearing.time)}`,
    before: 'A letter order moved it to this day.',
    after: 'The hearing is over.',
  },
  {
    date: brandDrug.finalApproval,
    title: 'Final approval announced',
    isEvent: true,
  },
];

const by = (day: string) => ({ text: `By ${longDate(day)}.`, until: day });

/** The actions that are open to class members. */
export const actions = [
  { href: '/notice#exclude-or-object', title: 'Exclude yourself', ...by(brandDrug.exclusionDeadline) },
  { href: '/notice#exclude-or-object', title: 'Object to the settlement', ...by(brandDrug.objectionDeadline) },
  { href: '/file-claim#consumers', title: 'File a claim', ...by(brandDrug.claimDeadline) },
  {
    href: '/file-claim#consumers',
    title: 'File a late claim',
    after: brandDrug.claimDeadline,
  },
  { href: '/file-claim#savings-club', title: 'File a savings club claim', ...by(savingsClub.claimDeadline) },
  {
    href: '/file-claim#savings-club',
    title: 'File a late savings club claim',
    after: savingsClub.claimDeadline,
  },
  {
    href: '/notice#hearing',
    title: 'Go to the hearing',
    text: `${longDate(brandDrug.hearing.date)}, ${clockTime(brandDrug.hearing.time)}.`,
    until: brandDrug.hearing.date,
  },
  { href: '/contact', title: 'Tell us your new address' },
  { href: '/notice', title: 'Read answers to questions' },
];
