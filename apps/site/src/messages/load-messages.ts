import type { Language } from '@redress/contract/language';
import type { Texts } from './en.ts';

/** The words of forms in a language; each language is a chunk of its own. */
export async function loadTexts(language: Language): Promise<Texts> {
  return language === 'es' ? (await import('./es.ts')).es : (await import('./en.ts')).en;
}
