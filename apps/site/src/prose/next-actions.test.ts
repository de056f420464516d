import { expect, it } from 'vitest';
import { whenOn } from '../dates/as-of.ts';
import { nextActionsOn } from './next-actions.tsx';

const actions = [
  { href: '/object', title: 'Object', until: '2031-03-01' },
  { href: '/claim', title: 'Claim', until: '2031-04-01' },
  { href: '/claim', title: 'Claim late', after: '2031-04-01' },
  { href: '/ask', title: 'Ask' },
];
const titlesOn = (day: string): readonly string[] => nextActionsOn(actions, whenOn(day)).map(({ title }) => title);

it('offers what is possible on a day: deadlines hold to their end, late claims follow them', () => {
  expect(titlesOn('2031-03-01')).toEqual(['Object', 'Claim', 'Ask']);
  expect(titlesOn('2031-03-02')).toEqual(['Claim', 'Ask']);
  expect(titlesOn('2031-04-01')).toEqual(['Claim', 'Ask']);
  expect(titlesOn('2031-04-02')).toEqual(['Claim late', 'Ask']);
});
