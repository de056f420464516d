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
  ...parts
}: { pages?: readonly Page[] } & Partial<Settlement> = {}): Settlement {
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
      pages: [...pages, { ...base('/receipt'), kind: 'receipt' }, { ...base('/log-out'), kind: 'log-out' }],
    },
    login: {
      id: 'login',
      version: 1,
      title: '',
      sections: [
        {
          title: 'IDs',
          items: ['noticeId', 'uniqueId'].map((name) => ({ kind: 'code', name, label: name, rules: [] }) as const),
        },
      ],
    },
    claimForms: [loss],
    receipts: { case: { settlement: '', heading: '', next: [] } },
    review: { reasons: [], cureDays: 30, mailDays: 3, secondPersonFrom: 10_000, highValueFrom: 10_000, recognized: {} },
    lists: {},
    ...parts,
  };
}
const { login: _, ...formWithoutLogin } = form;
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
  const cell = { kind: 'money', name: 'amount', label: 'Amount', rules: [] } as const;
  const atMost = { rows: 5, message: 'Too many' };
  const rows = {
    kind: 'rows',
    name: 'losses',
    label: 'Losses',
    rowLabel: 'Loss',
    atLeast: 0,
    atMost,
    of: [cell],
  } as const;
  const time = { kind: 'hours', name: 'time', label: 'Hours', rules: [] } as const;
  const asking = { ...loss, sections: [{ title: 'Losses', items: [{ ...rows, rules: [] }, time] }] };
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

test.each<[string, Settlement, string]>([
  [
    'a login that no form requires',
    settlementWith({ claimForms: [{ ...loss, login: 'none' }] }),
    'settlement.ts: it has a "login", and no form requires one; remove it.',
  ],
  [
    'no home page',
    settlementWith({ pages: [{ ...how, parent: '/how', navigation: 'How' }, login, form, done] }),
    'site.ts: no page has the path /; add a home page.',
  ],
  [
    'two pages with one path',
    settlementWith({ pages: [start, how, { ...how }, login, form, done] }),
    'site.ts, page /how: another page has this path; change one of them.',
  ],
  [
    'a slash at the end',
    settlementWith({ pages: [start, how, login, form, done, { ...how, path: '/more/' }] }),
    'site.ts, page /more/: a path begins with a slash, ends without one',
  ],
  [
    'a page among the documents',
    settlementWith({ pages: [start, how, login, form, done, { ...how, path: '/documents' }] }),
    'site.ts, page /documents: the program uses this path itself; choose another one.',
  ],
  [
    'a parent that is not in the navigation',
    settlementWith({ pages: [start, { ...how, parent: '/done' }, login, form, done] }),
    'site.ts, page /how: its parent /done is not in the navigation; name a page that has "navigation".',
  ],
  [
    'a link to a missing page',
    settlementWith({ pages: [start, how, login, form, { ...done, start: '/hwo' }] }),
    'site.ts, page /done: "start" is /hwo, where there is no page; write /how.',
  ],
  [
    'a completion page of another kind',
    settlementWith({ pages: [start, how, login, { ...form, complete: '/how' }, done] }),
    'site.ts, page /form: "complete" is /how, which is not of the kind "complete"; name a page of that kind.',
  ],
  [
    'a missing form',
    settlementWith({ pages: [start, how, login, { ...form, form: 'los' }, done] }),
    'site.ts, page /form: the form "los" is not in claimForms of settlement.ts; write "loss".',
  ],
  [
    'a form without a page',
    settlementWith({ pages: [start, { ...how, next: { path: '/', label: '' } }, login, done] }),
    'site.ts: no page shows the form "loss"; add a page of the kind "form" for it.',
  ],
  [
    'a login that no page asks for',
    settlementWith({ pages: [start, how, login, formWithoutLogin, done] }),
    'site.ts, page /form: its form requires a login; add login: with the path of the login page.',
  ],
  [
    'late claims without a message',
    settlementWith({
      pages: [start, how, login, { ...form, messages: { closed: '' } }, done],
      claimForms: [{ ...loss, afterDeadline: 'accept-late' }],
    }),
    'site.ts, page /form: its form accepts late claims, and "messages" has no "late"; add what people who are late must know.',
  ],
  [
    'losses in rows that the form does not have',
    settlementWith({ review: { ...review, recognized: { loss: { ...ofLosses, losses } } } }),
    'review.ts, recognized amounts of "loss": it adds up "losses.amount", which is no cell of the kind money; name one.',
  ],
  [
    'hours that the form does not ask for',
    settlementWith({
      review: { ...review, recognized: { loss: { ...ofLosses, hours: { field: 'time', rate: 25 } } } },
    }),
    'review.ts, recognized amounts of "loss": it multiplies "time", which is no field of the kind hours; name one.',
  ],
  [
    'a rule for losses of nothing',
    settlementWith({ review: { ...review, recognized: { loss: ofLosses } } }),
    'review.ts, recognized amounts of "loss": it has neither "losses" nor "hours"; add one of them.',
  ],
  [
    'another prefix',
    settlementWith({ pages: [start, how, login, form, { ...done, referencePrefix: 'X' }] }),
    'site.ts, page /form: its claim numbers begin with R; write that as referencePrefix of /done.',
  ],
  [
    'another login form',
    settlementWith({ pages: [start, how, { ...login, form: 'creds' }, form, done] }),
    'site.ts, page /login: it asks for the form "creds", and "login" of settlement.ts is "login"; write "login".',
  ],
  [
    'a case without a receipt',
    settlementWith({ receipts: {} }),
    'receipts.ts: there is no receipt for the case "case"; add it.',
  ],
  [
    'a retention rule for no case',
    settlementWith({ retention: { other: { from: '2031-01-01', years: 7 } } }),
    'retention.ts: no form has the case "other"; write case, or remove it.',
  ],
  [
    'a resource twice',
    settlementWith({ claimForms: [loss, { ...loss, id: 'more' }] }),
    'forms/more.v1.ts: "resource" is Losses, as in the form "loss"; change one of them.',
  ],
])('%s is reported', (_name, settlement, sentence) => {
  expect(checkSettlement(settlement)).toContainEqual(expect.stringContaining(sentence));
});
