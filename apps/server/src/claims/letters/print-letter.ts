import type { Language } from '@redress/contract/language';
import { formatLetterId, type LetterContent } from '@redress/contract/letters';
import type { PrintedLetter } from '@redress/documents/letter';
import { dayIn } from '@redress/forms/court-day';
import type { Selectable } from 'kysely';
import type { ClaimsContext } from '../context.ts';
import { findAccessCode, groupAccessCode } from './access-code.ts';
import { formatLetterDay, letterMessages } from './letter-messages.ts';
import type { LettersTable } from './tables.ts';

interface StoredLetter {
  readonly code: string;
  readonly language: Language;
  readonly content: LetterContent;
  /** The name and the lines of the address. Null for an email. */
  readonly address: readonly string[] | null;
}

type WithAccess = Pick<Selectable<LettersTable>, 'id' | 'access_hash' | 'access_until'>;

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

/**
 * Describes a letter by post for the renderer, with the code for signing in, which only the paper
 * shows.
 */
export function printPaper(
  { keys, settlement }: Pick<ClaimsContext, 'keys' | 'settlement'>,
  { id, access_hash: hash, access_until: until, ...letter }: StoredLetter & WithAccess,
): PrintedLetter {
  const code = hash ? findAccessCode(id, hash, keys) : undefined;
  const day = until && formatLetterDay(dayIn(settlement.site.timeZone, until), letter.language);
  return printLetter(letter, code !== undefined && day ? { code: groupAccessCode(code), until: day } : undefined);
}

/**
 * Renders a letter as it was queued, without the code for signing in, which only the paper shows.
 * Undefined if it does not exist or its content was purged.
 * @param withAddress prints where a letter by post went
 */
export async function renderStoredLetter(
  { database, pdfRenderer }: Pick<ClaimsContext, 'database' | 'pdfRenderer'>,
  id: string,
  { withAddress }: { readonly withAddress: boolean },
): Promise<Buffer | undefined> {
  const letter = await database
    .selectFrom('letters')
    .select(['code', 'language', 'content', 'address', 'channel'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!letter?.content) return undefined;
  const address = withAddress && letter.channel === 'post' ? letter.address : null;
  return pdfRenderer.renderLetter(printLetter({ ...letter, content: letter.content, address }));
}
