import type { Language } from '@redress/contract/language';

/** Messages of the layout around a page. A settlement’s own wording comes from its manifest. */
const english = {
  languageName: 'English',
  /** Shown on a form in another language. */
  continueHere: 'Continue in English',
  skip: 'Skip to the main content',
  mainNavigation: 'Main',
  menu: 'Menu',
  questions: 'Questions? Call toll-free',
  logo: 'Settlement Administrator',
  keyDates: 'Key dates',
  next: 'next',
  datePassed: 'This date has passed.',
  onThisPage: 'On this page',
  help: 'Need help?',
  helpCall: 'Call',
  helpEmail: 'Email',
  canStillDo: 'What you can do now',
  question: (number: number, count: number) => `Question ${number} of ${count}`,
  otherAnswer: 'Change my answer',
  pages: (count: number) => (count === 1 ? '1 page' : `${count} pages`),
  documentDate: { filed: 'Filed', announced: 'Announced', hearing: 'For the hearing on' },
  inLanguage: { en: 'in English', es: 'in Spanish' },
  notFoundTitle: 'Page not found',
  notFound: 'There is no page at this address. It may have moved, or the address may have a typing error.',
  notFoundNext: 'Start from one of these pages, or call us:',
};

const spanish: typeof english = {
  languageName: 'Español',
  continueHere: 'Continuar en español',
  skip: 'Ir al contenido principal',
  mainNavigation: 'Principal',
  menu: 'Menú',
  questions: '¿Preguntas? Llame gratis al',
  logo: 'Administrador del Acuerdo',
  keyDates: 'Fechas importantes',
  next: 'próxima',
  datePassed: 'Esta fecha ya pasó.',
  onThisPage: 'En esta página',
  help: '¿Necesita ayuda?',
  helpCall: 'Llame al',
  helpEmail: 'Escríbanos a',
  canStillDo: 'Qué puede hacer ahora',
  question: (number, count) => `Pregunta ${number} de ${count}`,
  otherAnswer: 'Cambiar mi respuesta',
  pages: (count) => (count === 1 ? '1 página' : `${count} páginas`),
  documentDate: { filed: 'Presentado el', announced: 'Anunciada el', hearing: 'Para la audiencia del' },
  inLanguage: { en: 'en inglés', es: 'en español' },
  notFoundTitle: 'Página no encontrada',
  notFound: 'No hay ninguna página en esta dirección. Puede que se haya movido o que la dirección tenga un error.',
  notFoundNext: 'Empiece por una de estas páginas o llámenos:',
};

export type LayoutMessages = typeof english;

/** Pages render at build time, so both languages can live in one module. */
export const layoutMessages = (language: Language): LayoutMessages => ({ en: english, es: spanish })[language];
