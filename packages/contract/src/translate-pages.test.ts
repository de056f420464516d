import { expect, test } from 'vitest';
import type { Page } from './settlement.ts';
import { pathIn, translatePages } from './translate-pages.ts';
import { pageIn, translatedLanguages, versionsOf } from './translations.ts';

const pages = [
  { path: '/', kind: 'text', title: 'Start', description: 'Start', navigation: 'Start', text: 'start' },
  { path: '/sobre', kind: 'text', title: 'Sobre', description: 'Sobre', language: 'es', text: 'sobre' },
  {
    path: '/how',
    parent: '/',
    caption: 'Another case',
    kind: 'instructions',
    title: 'How',
    description: 'How',
    text: 'how',
    next: { path: '/form', label: 'Next' },
  },
  {
    path: '/login',
    kind: 'login',
    title: 'Log in',
    description: 'Log in',
    form: 'login',
    next: '/how',
    referencePrefix: 'R',
    messages: {
      note: 'Note',
      button: 'Login',
      without: { text: 'Click {link}', link: 'HERE', href: '/how#by-mail' },
      notFound: { title: 'Not found', text: 'Try again' },
    },
  },
  {
    path: '/form',
    kind: 'form',
    title: 'Form',
    description: 'Form',
    form: 'loss',
    login: '/login',
    complete: '/done',
    documents: { label: 'On paper', of: ['paper'] },
    messages: { late: 'Late', closed: 'Closed' },
  },
  {
    path: '/done',
    kind: 'complete',
    title: 'Done',
    description: 'Done',
    referencePrefix: 'R',
    start: '/',
    messages: { heading: 'Thanks', printHint: 'Print', receipt: 'Receipt', payment: 'Payment', exit: 'Exit' },
  },
] as const satisfies readonly Page[];

const translated = translatePages(pages, 'es', {
  '/': { title: 'Inicio', description: 'Inicio', navigation: 'Inicio' },
  '/how': { title: 'Cómo', description: 'Cómo', caption: 'Otro caso', nextLabel: 'Siguiente' },
  '/login': {
    title: 'Entrar',
    description: 'Entrar',
    messages: {
      note: 'Nota',
      button: 'Entrar',
      without: { text: 'Haga clic {link}', link: 'AQUÍ' },
      notFound: { title: 'No encontrado', text: 'Otra vez' },
    },
  },
  '/form': {
    title: 'Formulario',
    description: 'Formulario',
    documents: { label: 'En papel', of: ['papel', 'paper'] },
    messages: { late: 'Tarde', closed: 'Cerrado' },
  },
  '/done': {
    title: 'Listo',
    description: 'Listo',
    messages: { heading: 'Gracias', printHint: 'Imprima', receipt: 'Comprobante', payment: 'Pago', exit: 'Salir' },
  },
});
const site = { pages: [...pages, ...translated] };

test('translates every English page, but no page in another language', () => {
  expect(translated.map(({ path }) => path)).toEqual(['/es', '/es/how', '/es/login', '/es/form', '/es/done']);
  expect(translated.map(({ translationOf }) => translationOf)).toEqual(['/', '/how', '/login', '/form', '/done']);
  expect(new Set(translated.map(({ language }) => language))).toEqual(new Set(['es']));
  expect(pathIn('es', '/how#by-mail')).toBe('/es/how#by-mail');
});

test('a translation links to translations, and has its own prose, messages and documents', () => {
  const [home, how, login, form, done] = translated;
  expect(home).toMatchObject({ kind: 'text', text: 'start.es', navigation: 'Inicio' });
  expect(how).toMatchObject({
    kind: 'instructions',
    text: 'how.es',
    parent: '/es',
    caption: 'Otro caso',
    next: { path: '/es/form', label: 'Siguiente' },
  });
  expect(login).toMatchObject({
    form: 'login',
    next: '/es/how',
    messages: { without: { text: 'Haga clic {link}', link: 'AQUÍ', href: '/es/how#by-mail' } },
  });
  expect(form).toMatchObject({
    form: 'loss',
    login: '/es/login',
    complete: '/es/done',
    documents: { label: 'En papel', of: ['papel', 'paper'] },
    messages: { late: 'Tarde', closed: 'Cerrado' },
  });
  expect(done).toMatchObject({ referencePrefix: 'R', start: '/es', messages: { heading: 'Gracias' } });
});

test('a missing or extra page or text does not compile', () => {
  const [home] = pages;
  // @ts-expect-error -- the page at / has no messages
  translatePages([home] as const, 'es', {});
  // @ts-expect-error -- the label in the navigation is missing
  translatePages([home] as const, 'es', { '/': { title: 'Inicio', description: 'Inicio' } });
  const about = { title: 'Sobre', description: 'Sobre' };
  // @ts-expect-error -- /sobre is Spanish already
  translatePages(pages, 'es', { '/sobre': about });
  expect(home.path).toBe('/');
});

test('finds the versions of a page, and none of an untranslated page', () => {
  const [home, alone] = pages;
  const both = [
    { path: '/', language: 'en' },
    { path: '/es', language: 'es' },
  ];
  expect(versionsOf(site, home)).toEqual(both);
  for (const page of translated) {
    expect(versionsOf(site, page).map(({ path }) => path)).toEqual([page.translationOf, page.path]);
    expect(pageIn(site, page, 'en')?.path).toBe(page.translationOf);
  }
  expect(versionsOf(site, alone)).toEqual([]);
  expect(translatedLanguages(site)).toEqual(['es']);
  expect(translatedLanguages({ pages })).toEqual([]);
});
