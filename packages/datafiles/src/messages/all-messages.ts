import type { DataMessages } from './data-messages.ts';
import { dataMessagesEn } from './messages-en.ts';
import { dataMessagesEs } from './messages-es.ts';

/** For programs that need both languages; a page imports only its own. */
export const dataMessages: Readonly<Record<'en' | 'es', DataMessages>> = { en: dataMessagesEn, es: dataMessagesEs };
