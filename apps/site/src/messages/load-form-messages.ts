import type { Language } from '@redress/contract/language';
import type { FormMessages } from './form-en.ts';

/** Each language is its own chunk. */
export async function loadFormMessages(language: Language): Promise<FormMessages> {
  return HAS_SPANISH && language === 'es'
    ? (await import('./form-es.ts')).formEs
    : (await import('./form-en.ts')).formEn;
}
