import type { ClaimForm } from '@redress/forms/definition';
import { expect, test } from 'vitest';
import { checkSettlement } from './check-settlement.ts';
import type { CompletePage, FormPage, LoginPage, Page, Settlement } from './settlement.ts';

const base = (path: string) => ({ path, title: path, description: path });
const start: Page = { ...base('/'), kind: 'text', text: 'start', navigation: 'Start' };
const how: Page = {
  ...base('/how'),
  kind: 'instructions',
  text: 'how',
  parent: '/',
  next: { path: '/form', label: '' },
};
const login: LoginPage = {
  ...base('/login'),
  kind: 'login',
  form: 'login',
  next: '/how',
  referencePrefix: 'R',
  messages: {
    note: '',
    button: '',
    without: { text: '', link: '', href: '/how#by-mail' },
    notFound: { title: '', text: '' },
  },
};
const form: FormPage = {
  ...base('/form'),
  kind: 'form',
  form: 'loss',
  login: '/login',
  complete: '/done',
  messages: { late: '', closed: '' },
};
const done: CompletePage = {
  ...base('/done'),
  kind: 'complete',
  referencePrefix: 'R',
  start: '/how',
  messages: { heading: '', printHint: '', receipt: '', payment: '', exit: '' },
};
const loss: ClaimForm = {
  id: 'loss',
  version: 1,
  title: 'Loss',
  caseId: 'case',
  resource: 'Losses',
  referencePrefix: 'R',
  deadline: '2031-01-01',
  timeZone: 'UTC',
  afterDeadline: 'close',
  login: 'required',
  maxBodyBytes: 1,
  sections: [],
};

function settlementWith({
  pages = [start, how, login, form, done],
  changesOn = ['2031-01-02'],
  ...parts
}: { pages?: readonly Page[]; changesOn?: readonly string[] } & Partial<Settlement> = {}): Settlement {
  return {
    site: {
      name: '',
      caption: '',
      phone: '',
      email: 'info@example.com',
      banner: '',
      footer: { consent: '', privacyPolicy: { label: '', document: '' }, copyright: '' },
      timeZone: 'UTC',
      securityEmail: '',
      changesOn,
      pages: [...pages, { ...base('/receipt'), kind: 'receipt' }, { ...base('/log-out'), kind: 'log-out' }],
    },
    login: { id: 'login', version: 1, title: '', sections: [] },
    claimForms: [loss],
    receipts: { case: { settlement: '', heading: '', next: [] } },
    review: { reasons: [], cureDays: 30, mailDays: 3, secondPersonFrom: 10_000, highValueFrom: 10_000, recognized: {} },
    lists: {},
    ...parts,
  };
}
const { login: _, ...formWithoutLogin } = form;

test('accepts a settlement whose parts fit together', () => {
  expect(checkSettlement(settlementWith())).toEqual([]);
});

test('accepts a settlement without a login', () => {
  const { login: _login, ...withoutLogin } = settlementWith({
    pages: [start, { ...how, next: { path: '/form', label: '' } }, formWithoutLogin, done],
    claimForms: [{ ...loss, login: 'none' }],
  });
  expect(checkSettlement(withoutLogin)).toEqual([]);
  expect(checkSettlement({ ...withoutLogin, claimForms: [loss] })).toContain(
    'A form requires a login, and the settlement has none: name the login form as "login".',
  );
});

test.each<[string, Settlement, string]>([
  [
    'a login that no form requires',
    settlementWith({ claimForms: [{ ...loss, login: 'none' }] }),
    'There is a login, and no form requires one',
  ],
  [
    'no home page',
    settlementWith({ pages: [{ ...how, parent: '/how', navigation: 'How' }, login, form, done] }),
    'no page at /.',
  ],
  [
    'two pages with one path',
    settlementWith({ pages: [start, how, { ...how }, login, form, done] }),
    'Two pages have the path /how',
  ],
  [
    'a slash at the end',
    settlementWith({ pages: [start, how, login, form, done, { ...how, path: '/more/' }] }),
    '/more/ is not a valid path',
  ],
  [
    'a page among the documents',
    settlementWith({ pages: [start, how, login, form, done, { ...how, path: '/documents' }] }),
    '/documents cannot be a page',
  ],
  [
    'a parent that is not in the navigation',
    settlementWith({ pages: [start, { ...how, parent: '/done' }, login, form, done] }),
    'has the parent /done',
  ],
  [
    'a link to a missing page',
    settlementWith({ pages: [start, how, login, form, { ...done, start: '/hwo' }] }),
    '/done leads to /hwo, where',
  ],
  [
    'a completion page of another kind',
    settlementWith({ pages: [start, how, login, { ...form, complete: '/how' }, done] }),
    'not a page of kind "complete"',
  ],
  [
    'a missing form',
    settlementWith({ pages: [start, how, login, { ...form, form: 'los' }, done] }),
    'shows the form "los"',
  ],
  [
    'a form without a page',
    settlementWith({ pages: [start, { ...how, next: { path: '/', label: '' } }, login, done] }),
    'No page shows the form "loss"',
  ],
  [
    'a login that no page asks for',
    settlementWith({ pages: [start, how, login, formWithoutLogin, done] }),
    '/form must name a login page',
  ],
  [
    'another prefix',
    settlementWith({ pages: [start, how, login, form, { ...done, referencePrefix: 'X' }] }),
    '/done shows claims of "loss"',
  ],
  [
    'another login form',
    settlementWith({ pages: [start, how, { ...login, form: 'creds' }, form, done] }),
    '/login asks for "creds"',
  ],
  ['a case without a receipt', settlementWith({ receipts: {} }), 'no receipt for the case "case"'],
  [
    'a receipt with a text for an invalid day',
    settlementWith({ receipts: { case: { settlement: '', heading: '', next: [{ from: '2031-02-29', text: '' }] } } }),
    'a text for "2031-02-29"',
  ],
  [
    'a retention rule for no case',
    settlementWith({ retention: { other: { from: '2031-01-01', years: 7 } } }),
    'a retention rule for "other"',
  ],
  [
    'a retention from an invalid date',
    settlementWith({ retention: { case: { from: '2031-02-29', years: 7 } } }),
    'begins on "2031-02-29"',
  ],
  [
    'a retention of zero years',
    settlementWith({ retention: { case: { from: '2031-01-01', years: 0 } } }),
    'must be a whole number from 1',
  ],
  [
    'a resource twice',
    settlementWith({ claimForms: [loss, { ...loss, id: 'more' }] }),
    'has the same resource as another form',
  ],
  ['an invalid date', settlementWith({ changesOn: ['2031-02-29'] }), 'changesOn has "2031-02-29"'],
])('%s is reported', (_name, settlement, sentence) => {
  expect(checkSettlement(settlement)).toContainEqual(expect.stringContaining(sentence));
});
