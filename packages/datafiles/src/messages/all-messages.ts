import type { DataMessages } from './data-messages.ts';
import { dataMessagesEn } from './messages-en.ts';
import { dataMessagesEs } from './messages-es.ts';

/** Programs import both languages, and a page only its own. */
export const dataMessages: Readonly<Record<'en' | 'es', DataMessages>> = { en: dataMessagesEn, es: dataMessagesEs };
