import type { Language } from '@redress/contract/language';
import type { LetterContent } from '@redress/contract/letters';
import type { PrintedLetter } from '@redress/documents/letter';
import { formatLetterId } from './letter-id.ts';
import { letterMessages } from './letter-messages.ts';

interface StoredLetter {
  readonly code: string;
  readonly language: Language;
  readonly content: LetterContent;
  /** The name and the lines of the address. Null for an email. */
  readonly address: readonly string[] | null;
}

/** The letter for the renderer. `access` has the code for signing in, in groups. */
export const printLetter = (
  { code, language, content, address }: StoredLetter,
  access?: PrintedLetter['access'],
): PrintedLetter => ({
  content,
  code,
  printedCode: formatLetterId(code),
  address: address ?? [],
  access,
  messages: letterMessages[language].pdf,
});
