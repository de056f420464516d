import { rowsOf, typed } from '@redress/forms/fixtures/sample-forms';
import { expect, test } from 'vitest';
import { checkSettlement } from './check-settlement.ts';
import type { FormPage, Page, Settlement } from './settlement.ts';
import * as sample from '../fixtures/sample-settlement.ts';

const { home: start, how, login, form: formWithoutLogin, done: toHome } = sample;
const form: FormPage = { ...formWithoutLogin, login: '/login' };
const done = { ...toHome, start: '/how' };
const loss = sample.claimForm({ login: 'required' });

const settlementWith = ({
  pages = [start, how, login, form, done],
  ...parts
}: { pages?: readonly Page[] } & Partial<Settlement> = {}): Settlement =>
  sample.settlementWith({ site: sample.siteWith(pages), login: sample.loginForm, claimForms: [loss], ...parts });
const { review } = settlementWith();
const ofLosses = { rule: 'losses', pool: 'all' } as const;
const losses = { rows: 'losses', amount: 'amount' };

test('accepts a settlement whose parts fit together', () => {
  expect(checkSettlement(settlementWith())).toEqual([]);
});

test('asks for no message about late claims of a form that closes', () => {
  const closing = { ...form, messages: { closed: '' } };
  expect(checkSettlement(settlementWith({ pages: [start, how, login, closing, done] }))).toEqual([]);
});

test('accepts a rule for losses and hours that the form asks for', () => {
  const rows = rowsOf('losses', [typed('money', 'amount')]);
  const asking = { ...loss, sections: [{ title: 'Losses', items: [rows, typed('hours', 'time')] }] };
  const recognized = { loss: { ...ofLosses, losses, hours: { field: 'time', rate: 25 } } };
  expect(checkSettlement(settlementWith({ claimForms: [asking], review: { ...review, recognized } }))).toEqual([]);
});

test('accepts a settlement without a login', () => {
  const { login: _login, ...withoutLogin } = settlementWith({
    pages: [start, { ...how, next: { path: '/form', label: '' } }, formWithoutLogin, done],
    claimForms: [{ ...loss, login: 'none' }],
  });
  expect(checkSettlement(withoutLogin)).toEqual([]);
  expect(checkSettlement({ ...withoutLogin, claimForms: [loss] })).toContain(
    'settlement.ts: the form "loss" requires a login; add the login form as "login".',
  );
});

// apps/site/build/find-mistakes.test.ts has others.
test.each<[string, Settlement]>([
  [
    'settlement.ts: it has a "login", and no form requires one; remove it.',
    settlementWith({ claimForms: [{ ...loss, login: 'none' }] }),
  ],
  [
    'site.ts: no page has the path /; add a home page.',
    settlementWith({ pages: [{ ...how, parent: '/how', navigation: 'How' }, login, form, done] }),
  ],
  [
    'site.ts, page /how: another page has this path; change one of them.',
    settlementWith({ pages: [start, how, { ...how }, login, form, done] }),
  ],
  [
    'site.ts, page /more/: a path begins with a slash, ends without one',
    settlementWith({ pages: [start, how, login, form, done, { ...how, path: '/more/' }] }),
  ],
  [
    'site.ts, page /done: "start" is /hwo, where there is no page; write /how.',
    settlementWith({ pages: [start, how, login, form, { ...done, start: '/hwo' }] }),
  ],
  [
    'site.ts, page /form: "complete" is /how, which is not of the kind "complete"; name a page of that kind.',
    settlementWith({ pages: [start, how, login, { ...form, complete: '/how' }, done] }),
  ],
  [
    'site.ts: no page shows the form "loss"; add a page of the kind "form" for it.',
    settlementWith({ pages: [start, { ...how, next: { path: '/', label: '' } }, login, done] }),
  ],
  [
    'review.ts, recognized amounts of "loss": it adds up "losses.amount", which is no cell of the kind money; name one.',
    settlementWith({ review: { ...review, recognized: { loss: { ...ofLosses, losses } } } }),
  ],
  [
    'review.ts, recognized amounts of "loss": it multiplies "time", which is no field of the kind hours; name one.',
    settlementWith({
      review: { ...review, recognized: { loss: { ...ofLosses, hours: { field: 'time', rate: 25 } } } },
    }),
  ],
  [
    'review.ts, recognized amounts of "loss": it has neither "losses" nor "hours"; add one of them.',
    settlementWith({ review: { ...review, recognized: { loss: ofLosses } } }),
  ],
  [
    'site.ts, page /login: it asks for the form "creds", and "login" of settlement.ts is "login"; write "login".',
    settlementWith({ pages: [start, how, { ...login, form: 'creds' }, form, done] }),
  ],
  ['receipts.ts: there is no receipt for the case "case"; add it.', settlementWith({ receipts: {} })],
])('reports: %s', (sentence, settlement) => {
  expect(checkSettlement(settlement)).toContainEqual(expect.stringContaining(sentence));
});
