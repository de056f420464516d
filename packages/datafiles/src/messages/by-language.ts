import { wordsEn } from './messages-en.ts';
import { wordsEs } from './messages-es.ts';
import type { DataWords } from './data-messages.ts';

const words: Readonly<Record<'en' | 'es', DataWords>> = { en: wordsEn, es: wordsEs };

/** What is said of data files in a language. For programs that speak both; a page loads the words of its own. */
export function wordsIn(language: 'en' | 'es'): DataWords {
  return words[language];
}
