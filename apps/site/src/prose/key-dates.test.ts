import { expect, it } from 'vitest';
import { whenOn } from '../dates/as-of.ts';
import { layoutMessages } from '../messages/layout-messages.ts';
import { keyDatesOn } from './key-dates.tsx';

const dates = [
  { date: '2031-05-31', title: 'Claims', before: 'Online or by mail.' },
  { date: '2031-06-20', title: 'Hearing', after: 'It is over.' },
  { date: '2031-07-04', title: 'Approval', after: 'The court has agreed.', isEvent: true },
] as const;
const on = (day: string) => keyDatesOn(dates, whenOn(day), layoutMessages('en'));

it('marks the next date, and hides events until they happen', () => {
  expect(on('2031-05-31')).toEqual([
    { date: '2031-05-31', title: 'Claims', note: 'Online or by mail.', state: 'next' },
    { date: '2031-06-20', title: 'Hearing', state: 'later' },
  ]);
});

it('has a default note for passed dates', () => {
  expect(on('2031-06-01')).toEqual([
    { date: '2031-05-31', title: 'Claims', note: 'This date has passed.', state: 'passed' },
    { date: '2031-06-20', title: 'Hearing', state: 'next' },
  ]);
  expect(keyDatesOn(dates, whenOn('2031-06-01'), layoutMessages('es'))[0]?.note).toBe('Esta fecha ya pasó.');
});

it('shows an event from its day on', () => {
  expect(on('2031-07-03')).toHaveLength(2);
  expect(on('2031-07-04')[2]).toEqual({
    date: '2031-07-04',
    title: 'Approval',
    note: 'The court has agreed.',
    state: 'passed',
  });
});

it('marks all dates on the next day as next, in any order', () => {
  const same = [
    { date: '2031-06-20', title: 'Later' },
    { date: '2031-05-31', title: 'Claims' },
    { date: '2031-05-31', title: 'Objections' },
  ];
  const states = keyDatesOn(same, whenOn('2031-05-01'), layoutMessages('en')).map(({ state }) => state);
  expect(states).toEqual(['later', 'next', 'next']);
});
