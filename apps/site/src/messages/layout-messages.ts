import type { Language } from '@redress/contract/language';

/** Messages of the layout around a page. A settlement’s own texts come from its manifest. */
const english = {
  readHere: 'In English',
  skip: 'Skip to the main content',
  mainNavigation: 'Main',
  questions: 'Questions? Call toll-free',
  logo: 'Settlement Administrator',
  keyDates: 'Key dates',
  passed: 'passed',
  next: 'next',
  datePassed: 'This date has passed.',
  onThisPage: 'On this page',
  help: 'Need help?',
  helpCall: 'Call us toll-free at',
  pages: (count: number) => (count === 1 ? '1 page' : `${count} pages`),
  inLanguage: { en: 'in English', es: 'in Spanish' },
  notFoundTitle: 'Page not found',
  notFound: 'There is no page at this address. It may have moved, or the address may have a typing error.',
  notFoundNext: 'Start from one of these pages, or call us:',
};

const spanish: typeof english = {
  readHere: 'En español',
  skip: 'Ir al contenido principal',
  mainNavigation: 'Principal',
  questions: '¿Preguntas? Llame gratis al',
  logo: 'Administrador del Acuerdo',
  keyDates: 'Fechas importantes',
  passed: 'ya pasó',
  next: 'próxima',
  datePassed: 'Esta fecha ya pasó.',
  onThisPage: 'En esta página',
  help: '¿Necesita ayuda?',
  helpCall: 'Llame gratis al',
  pages: (count) => (count === 1 ? '1 página' : `${count} páginas`),
  inLanguage: { en: 'en inglés', es: 'en español' },
  notFoundTitle: 'Página no encontrada',
  notFound: 'No hay ninguna página en esta dirección. Puede que se haya movido o que la dirección tenga un error.',
  notFoundNext: 'Empiece por una de estas páginas o llámenos:',
};

export type LayoutMessages = typeof english;

/** Pages render at build time, so both languages can live in one module. */
export const layoutMessages = (language: Language): LayoutMessages => ({ en: english, es: spanish })[language];
