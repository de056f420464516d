import { formatDay, type Language } from '@redress/contract/language';
import type { LetterContent } from '@redress/contract/letters';
import type { PrintedLetter } from '@redress/documents/letter';
import { dayIn } from '@redress/forms/court-day';
import type { ClaimsContext } from '../context.ts';
import { findAccessCode, groupAccessCode } from './access-code.ts';
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

/**
 * Renders a letter as it was queued. Undefined if it does not exist or its content was purged.
 * @param withCode prints the code for signing in, which only the paper shows
 */
export async function renderStoredLetter(
  { database, keys, settlement, pdfRenderer }: Pick<ClaimsContext, 'database' | 'keys' | 'settlement' | 'pdfRenderer'>,
  id: string,
  { withCode }: { readonly withCode: boolean },
): Promise<Buffer | undefined> {
  const letter = await database
    .selectFrom('letters')
    .select(['id', 'code', 'language', 'content', 'address', 'channel', 'access_hash', 'access_until'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!letter?.content) return undefined;
  const { content, language, address, channel, access_hash: hash, access_until: until } = letter;
  const code = withCode && hash ? findAccessCode(id, hash, keys) : undefined;
  const access = code !== undefined &&
    until && {
      code: groupAccessCode(code),
      until: formatDay(dayIn(settlement.site.timeZone, until), language),
    };
  const printed = { code: letter.code, language, content, address: channel === 'post' ? address : null };
  return pdfRenderer.renderLetter(printLetter(printed, access || undefined));
}
