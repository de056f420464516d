import type { Language } from '@redress/contract/language';
import { textsOfLetter } from '@redress/contract/letter-texts';
import { formatLetterId, type LetterContent, type LetterContentPart } from '@redress/contract/letters';
import { groupReference } from '@redress/contract/receipt-request';
import { byEmailId } from '@redress/contract/status-page';
import type { Mail, Sender } from '../../platform/mail/mail.ts';
import {
  type Block,
  escape,
  fact,
  htmlDocument,
  link,
  list,
  mailText,
  paragraph,
  style,
  subheading,
} from '../../platform/mail/mail-layout.ts';
import { letterMessages } from './letter-messages.ts';

interface EmailedLetter {
  readonly code: string;
  readonly language: Language;
  readonly content: LetterContent;
  readonly email: string;
}
interface MailSettings {
  /** Without a name, the settlement's name is shown. */
  readonly from: Sender;
  readonly publicUrl: URL;
}

/** The message ID of a letter, up to the @. */
export const letterMessageIdName = (code: string): string => `letter-${code}`;

/** Composes the mail with the content of the printed letter. */
export function composeLetterMail(letter: EmailedLetter, { from, publicUrl }: MailSettings): Mail {
  const { content, code, language, email } = letter;
  const { lang, siteName, subject, reference, date, statusPage, caption } = content;
  const { pdf, mail } = letterMessages[language];
  const letterId = formatLetterId(code);
  // Only paper has a letter code, so the links lead to the code by email.
  const signIn = `${statusPage}#${byEmailId}`;
  const blocks: Block[] = [
    { html: `<p style="${style.name}">${escape(siteName)}</p>` },
    { html: `<h1 style="${style.heading}">${escape(subject)}</h1>` },
    {
      text: `${pdf.reference}: ${reference}\n${pdf.date}: ${date}\n${pdf.letterId}: ${letterId}`,
      html: `${fact(pdf.reference, groupReference(reference), style.reference)}\n<p>${escape(pdf.date)}: ${escape(date)}<br>${escape(pdf.letterId)}: ${escape(letterId)}</p>`,
    },
    ...content.body.map(blockOf).map(({ html, text }) => ({
      ...(text !== undefined && { text: text.replaceAll(statusPage, () => signIn) }),
      html: html.replaceAll(escape(statusPage), () => link(signIn)),
    })),
    // Most letters name the page where they need it.
    ...(textsOfLetter(content).some((text) => text.includes(statusPage))
      ? []
      : [{ text: `${mail.statusPage}: ${signIn}`, html: `<p>${escape(mail.statusPage)}: ${link(signIn)}</p>` }]),
    paragraph(mail.automatic),
    ...(caption === undefined
      ? []
      : [{ text: caption, html: `<p style="${style.small}" lang="en">${escape(caption)}</p>` }]),
  ];
  return {
    lang,
    messageId: `${letterMessageIdName(code)}@${publicUrl.hostname}`,
    from: { ...from, name: from.name || siteName },
    to: email,
    subject,
    text: mailText(blocks),
    html: htmlDocument(lang, subject, blocks),
  };
}

function blockOf(part: LetterContentPart): Block {
  if (typeof part === 'string') return paragraph(part);
  return 'heading' in part ? subheading(part.heading) : list('ul', part.list);
}
