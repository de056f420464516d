import { expect, test } from 'vitest';
import { checkSettlement } from './check-settlement.ts';
import type { CompletePage, FormPage, InstructionsPage, LoginPage, Page, Settlement } from './settlement.ts';
import {
  claimForm,
  done,
  form as formWithoutLogin,
  home,
  how,
  lettersWith,
  login,
  loginForm,
  settlementWith as settlementOf,
  siteWith,
  textPage,
} from '../fixtures/sample-settlement.ts';

const inSpanish = (path: string) => {
  const translated = path === '/' ? '/es' : `/es${path}`;
  return { path: translated, title: path, description: path, language: 'es', translationOf: path } as const;
};
const form: FormPage = { ...formWithoutLogin, login: '/login' };
const english = [home, how, login, form, done];

const homeEs: Page = { ...home, ...inSpanish('/') };
const howEs: InstructionsPage = {
  ...how,
  ...inSpanish('/how'),
  parent: '/es',
  next: { path: '/es/form', label: '' },
};
const loginEs: LoginPage = {
  ...login,
  ...inSpanish('/login'),
  next: '/es/how',
  messages: { ...login.messages, without: { text: '', link: '', href: '/es/how#by-mail' } },
};
const formEs: FormPage = { ...form, ...inSpanish('/form'), login: '/es/login', complete: '/es/done' };
const doneEs: CompletePage = { ...done, ...inSpanish('/done'), start: '/es' };
const spanish = [homeEs, howEs, loginEs, formEs, doneEs];
/** Every website has these pages in Spanish. */
const leaving: readonly Page[] = (['receipt', 'status', 'log-out'] as const).map((kind) => ({
  kind,
  ...inSpanish(`/${kind}`),
}));

const lossForm = claimForm({ version: 2, login: 'required' });
const { receipts } = settlementOf();
const translation = {
  login: { ...loginForm, language: 'es' },
  claimForms: [{ ...lossForm, language: 'es' }],
  receipts,
  letters: lettersWith('Texto'),
} as const;

/** Makes a valid settlement in two languages. A test may replace pages or translation. */
function settlementWith(
  pages: readonly Page[],
  translations: Settlement['translations'] = { es: translation },
): Settlement {
  const { name, banner, footer } = siteWith([]);
  return settlementOf({
    site: siteWith([...pages, ...(pages.includes(homeEs) ? leaving : [])], {
      translations: { es: { name, banner, footer } },
    }),
    login: loginForm,
    claimForms: [lossForm],
    ...(translations && { translations }),
  });
}
/** Changes one of the Spanish pages. */
const spanishWith = (changed: Page) => [
  ...english,
  ...spanish.map((page) => (page.translationOf === changed.translationOf ? changed : page)),
];
const { login: _login, ...formEsWithoutLogin } = formEs;
const { next: _next, ...howEsWithoutNext } = howEs;
const { navigation: _navigation, ...homeEsWithoutLabel } = homeEs;

test('accepts a settlement whose languages match, and one with a single page in another language', () => {
  expect(checkSettlement(settlementWith([...english, ...spanish]))).toEqual([]);
  const alone: Page = { ...textPage('/espanol'), language: 'es' };
  expect(checkSettlement(settlementWith([...english, alone], {}))).toEqual([]);
  expect(checkSettlement(settlementWith([...english, alone, ...spanish]))).toEqual([]);
});

test.each<[string, Settlement]>([
  [
    'site.es.ts, page /es/more: it translates /more, which is no page in English',
    settlementWith([...english, ...spanish, { ...homeEs, ...inSpanish('/more') }]),
  ],
  [
    'site.es.ts, page /inicio: it translates /; write the path /es.',
    settlementWith(spanishWith({ ...homeEs, path: '/inicio' })),
  ],
  [
    'site.es.ts, page /home: it translates / and names no language; add',
    settlementWith([...english, ...spanish, { ...home, path: '/home', translationOf: '/' }]),
  ],
  [
    'site.ts, page /es/more: only translations have paths that begin with /es',
    settlementWith([...english, ...spanish, { ...home, path: '/es/more' }]),
  ],
  [
    'site.ts, page /404: the program uses this path itself',
    settlementWith([...english, ...spanish, { ...home, path: '/404' }]),
  ],
  [
    'site.ts, page /console/more: the program uses this path itself',
    settlementWith([...english, ...spanish, { ...home, path: '/console/more' }]),
  ],
  [
    'site.es.ts, page /es/how: it has another kind than /how',
    settlementWith(spanishWith({ ...homeEs, ...inSpanish('/how'), kind: 'text', text: 'how' })),
  ],
  [
    'site.es.ts, page /es/form: it has another form than /form',
    settlementWith(spanishWith({ ...formEs, form: 'los' })),
  ],
  [
    'site.es.ts, page /es/done: it has another referencePrefix than /done',
    settlementWith(spanishWith({ ...doneEs, referencePrefix: 'X' })),
  ],
  ['site.es.ts, page /es/how: it has another number of links than /how', settlementWith(spanishWith(howEsWithoutNext))],
  [
    'site.es.ts, page /es/form: it has another number of links than /form',
    settlementWith(spanishWith(formEsWithoutLogin)),
  ],
  [
    'site.es.ts, page /es: it has another place in the navigation than /',
    settlementWith(spanishWith(homeEsWithoutLabel)),
  ],
  [
    'site.es.ts, page /es/form: it leads to /done, which is not in Spanish; write /es/done.',
    settlementWith(spanishWith({ ...formEs, complete: '/done' })),
  ],
  [
    'settlement.ts: pages are in Spanish, and there is no translations.es; add it.',
    settlementWith([...english, ...spanish], {}),
  ],
  [
    'forms/loss.v2.es.ts: the form is not in translations.es of settlement.ts',
    settlementWith([...english, ...spanish], {
      es: { ...translation, claimForms: [{ ...lossForm, version: 1, language: 'es' }] },
    }),
  ],
  [
    'forms/gain.v2.es.ts: there is no such form in English',
    settlementWith([...english, ...spanish], {
      es: { ...translation, claimForms: [...translation.claimForms, { ...lossForm, id: 'gain', language: 'es' }] },
    }),
  ],
  [
    'forms/login.v1.es.ts: it does not say that it is in Spanish',
    settlementWith([...english, ...spanish], { es: { ...translation, login: loginForm } }),
  ],
  [
    'receipts.es.ts: there is no receipt in Spanish for the case "case"; add it.',
    settlementWith([...english, ...spanish], { es: { ...translation, receipts: {} } }),
  ],
])('reports: %s', (sentence, settlement) => {
  expect(checkSettlement(settlement)).toContainEqual(expect.stringContaining(sentence));
});
