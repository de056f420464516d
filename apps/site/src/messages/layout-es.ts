import type { englishWords } from './layout-en.ts';

/** A word that is missing here does not compile. */
export const spanishWords: typeof englishWords = {
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
