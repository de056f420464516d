import type { Language } from '@redress/contract/language';
import { englishWords } from './layout-en.ts';
import { spanishWords } from './layout-es.ts';

export type FrameWords = typeof englishWords;
const words: Readonly<Record<Language, FrameWords>> = { en: englishWords, es: spanishWords };

/** The frame's own words in a language. */
export const wordsIn = (language: Language): FrameWords => words[language];
