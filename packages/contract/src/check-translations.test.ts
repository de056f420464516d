import type { ClaimForm, Form } from '@redress/forms/definition';
import { expect, test } from 'vitest';
import { checkSettlement } from './check-settlement.ts';
import type { CompletePage, FormPage, InstructionsPage, LoginPage, Page, Settlement } from './settlement.ts';

const base = (path: string) => ({ path, title: path, description: path });
const inSpanish = (path: string) =>
  ({ ...base(path === '/' ? '/es' : `/es${path}`), language: 'es', translationOf: path }) as const;

const home: Page = { ...base('/'), kind: 'text', text: 'home', navigation: 'Home' };
const how: InstructionsPage = {
  ...base('/how'),
  kind: 'instructions',
  text: 'how',
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
    without: { text: '', link: '', href: '/how' },
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
  start: '/',
  messages: { heading: '', printHint: '', receipt: '', payment: '', exit: '' },
};
/** Pages that every website has. */
const leaving: readonly Page[] = (['receipt', 'log-out'] as const).flatMap((kind) => [
  { kind, ...base(`/${kind}`) },
  { kind, ...base(`/${kind}`), ...inSpanish(`/${kind}`) },
]);
const english = [home, how, login, form, done];

const homeEs: Page = { ...home, ...inSpanish('/') };
const howEs: InstructionsPage = { ...how, ...inSpanish('/how'), next: { path: '/es/form', label: '' } };
const loginEs: LoginPage = {
  ...login,
  ...inSpanish('/login'),
  next: '/es/how',
  messages: { ...login.messages, without: { text: '', link: '', href: '/es/how' } },
};
const formEs: FormPage = { ...form, ...inSpanish('/form'), login: '/es/login', complete: '/es/done' };
const doneEs: CompletePage = { ...done, ...inSpanish('/done'), start: '/es' };
const spanish = [homeEs, howEs, loginEs, formEs, doneEs];

const lossForm: ClaimForm = {
  id: 'loss',
  version: 2,
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
const loginForm: Form = {
  id: 'login',
  version: 1,
  title: '',
  sections: [
    {
      title: 'IDs',
      items: ['noticeId', 'uniqueId'].map((name) => ({ kind: 'code', name, label: name, rules: [] }) as const),
    },
  ],
};
const receipts = { case: { settlement: '', heading: '', next: [] } };
const translation = {
  login: { ...loginForm, language: 'es' },
  claimForms: [{ ...lossForm, language: 'es' }],
  receipts,
} as const;

/** A valid settlement in two languages, whose pages or translation a test may replace. */
function settlementWith(
  pages: readonly Page[],
  translations: Settlement['translations'] = { es: translation },
): Settlement {
  const around = {
    name: '',
    banner: '',
    footer: { consent: '', privacyPolicy: { label: '', document: '' }, copyright: '' },
  };
  return {
    site: {
      ...around,
      caption: '',
      phone: '',
      email: '',
      timeZone: 'UTC',
      securityEmail: '',
      pages: [...pages, ...leaving.filter(({ language }) => language === undefined || pages.includes(homeEs))],
      translations: { es: around },
    },
    login: loginForm,
    claimForms: [lossForm],
    receipts,
    review: { reasons: [], cureDays: 30, mailDays: 3, secondPersonFrom: 10_000, highValueFrom: 10_000, recognized: {} },
    lists: {},
    ...(translations && { translations }),
  };
}
/** The Spanish pages with one of them changed. */
const spanishWith = (changed: Page) => [
  ...english,
  ...spanish.map((page) => (page.translationOf === changed.translationOf ? changed : page)),
];
const { login: _login, ...formEsWithoutLogin } = formEs;
const { next: _next, ...howEsWithoutNext } = howEs;
const { navigation: _navigation, ...homeEsWithoutLabel } = homeEs;

test('accepts a settlement whose languages match, and one with a single page in another language', () => {
  expect(checkSettlement(settlementWith([...english, ...spanish]))).toEqual([]);
  const alone: Page = { ...base('/espanol'), kind: 'text', text: 'espanol', language: 'es' };
  expect(checkSettlement(settlementWith([...english, alone], {}))).toEqual([]);
  expect(checkSettlement(settlementWith([...english, alone, ...spanish]))).toEqual([]);
});

test.each<[string, Settlement, string]>([
  [
    'a page without its translation',
    settlementWith([...english, ...spanish.slice(1)]),
    'site.es.ts: the page / has no translation into Spanish; add it.',
  ],
  [
    'a translation of a missing page',
    settlementWith([...english, ...spanish, { ...homeEs, ...inSpanish('/more') }]),
    'site.es.ts, page /es/more: it translates /more, which is no page in English',
  ],
  [
    'a translation at the wrong path',
    settlementWith(spanishWith({ ...homeEs, path: '/inicio' })),
    'site.es.ts, page /inicio: it translates /; write the path /es.',
  ],
  [
    'a translation without a language',
    settlementWith([...english, ...spanish, { ...home, path: '/home', translationOf: '/' }]),
    'site.es.ts, page /home: it translates / and names no language; add',
  ],
  [
    'an English page among the Spanish ones',
    settlementWith([...english, ...spanish, { ...home, path: '/es/more' }]),
    'site.ts, page /es/more: only translations have paths that begin with /es',
  ],
  [
    'a page at the path of the 404 page',
    settlementWith([...english, ...spanish, { ...home, path: '/404' }]),
    'site.ts, page /404: the program uses this path itself',
  ],
  [
    'another kind',
    settlementWith(spanishWith({ ...homeEs, ...inSpanish('/how'), kind: 'text', text: 'how' })),
    'site.es.ts, page /es/how: it has another kind than /how',
  ],
  [
    'another form',
    settlementWith(spanishWith({ ...formEs, form: 'los' })),
    'site.es.ts, page /es/form: it has another form than /form',
  ],
  [
    'another prefix',
    settlementWith(spanishWith({ ...doneEs, referencePrefix: 'X' })),
    'site.es.ts, page /es/done: it has another referencePrefix than /done',
  ],
  [
    'no way on',
    settlementWith(spanishWith(howEsWithoutNext)),
    'site.es.ts, page /es/how: it has another number of links than /how',
  ],
  [
    'no login',
    settlementWith(spanishWith(formEsWithoutLogin)),
    'site.es.ts, page /es/form: it has another number of links than /form',
  ],
  [
    'no navigation label',
    settlementWith(spanishWith(homeEsWithoutLabel)),
    'site.es.ts, page /es: it has another place in the navigation than /',
  ],
  [
    'a link to an English page',
    settlementWith(spanishWith({ ...formEs, complete: '/done' })),
    'site.es.ts, page /es/form: it leads to /done, which is not in Spanish; write /es/done.',
  ],
  [
    'forms and receipts in English only',
    settlementWith([...english, ...spanish], {}),
    'settlement.ts: pages are in Spanish, and there is no translations.es; add it.',
  ],
  [
    'a form in an older version',
    settlementWith([...english, ...spanish], {
      es: { ...translation, claimForms: [{ ...lossForm, version: 1, language: 'es' }] },
    }),
    'forms/loss.v2.es.ts: the form is not in translations.es of settlement.ts',
  ],
  [
    'a form in Spanish only',
    settlementWith([...english, ...spanish], {
      es: { ...translation, claimForms: [...translation.claimForms, { ...lossForm, id: 'gain', language: 'es' }] },
    }),
    'forms/gain.v2.es.ts: there is no such form in English',
  ],
  [
    'an English form among the translated ones',
    settlementWith([...english, ...spanish], { es: { ...translation, login: loginForm } }),
    'forms/login.v1.es.ts: it does not say that it is in Spanish',
  ],
  [
    'a receipt in English only',
    settlementWith([...english, ...spanish], { es: { ...translation, receipts: {} } }),
    'receipts.es.ts: there is no receipt in Spanish for the case "case"; add it.',
  ],
])('%s is reported', (_name, settlement, sentence) => {
  expect(checkSettlement(settlement)).toContainEqual(expect.stringContaining(sentence));
});
