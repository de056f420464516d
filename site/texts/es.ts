import { en } from './en.ts';
import type { Texts } from './en.ts';

export const es: Texts = { ...en, language: 'es' };
