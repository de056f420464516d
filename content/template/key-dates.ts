// The important dates on the home page and the page of dates. The days are in facts.ts.
import { clockTime } from '../shared/formats.ts';
import { facts } from './facts.ts';

export const dates = [
  ...(facts.exclusionDeadline === facts.objectionDeadline
    ? [{ date: facts.exclusionDeadline, title: 'Last day to exclude yourself or object' }]
    : [
        { date: facts.exclusionDeadline, title: 'Last day to exclude yourself' },
        { date: facts.objectionDeadline, title: 'Last day to object' },
      ]),
  { date: facts.deadline, title: 'Claims due', before: 'Online, or postmarked by this day.' },
  {
    date: facts.hearing.date,
    title: `Final approval hearing, ${clockTime(facts.hearing.time)}`,
    before: 'The court may change this day. Look here before you go.',
    after: 'The hearing is over.',
  },
].toSorted((one, other) => one.date.localeCompare(other.date));
