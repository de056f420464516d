import { groupReference } from '@redress/contract/receipt-request';
import type { SiteManifest } from '@redress/contract/settlement';
import { pageIn, pathOfKind } from '@redress/contract/translations';
import type { ReceiptContent } from '@redress/documents/receipt';
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
import type { Receipt } from './read-receipt.ts';
import { receiptMessages } from './receipt-messages.ts';

/** The links of the mail, in the language of the claim. */
interface MailLinks {
  readonly home: string;
  /** The page that opens the claim again. */
  readonly receiptPage: string;
  readonly statusPage: string;
  readonly phone: string;
}

interface MailSettings {
  /** Without a name, the settlement's name is shown. */
  readonly from: Sender;
  readonly publicUrl: URL;
  readonly site: SiteManifest;
}

/** The message ID of a claim's receipt, up to the @. */
export function receiptMessageIdName(claimNumber: string): string {
  return `receipt-${claimNumber}`;
}

/** Composes the mail in the language of the claim. Its text contains no answer except the name. */
export function composeReceiptMail(receipt: Receipt, email: string, pdf: Buffer, settings: MailSettings): Mail {
  const { content, claim, language } = receipt;
  const { subject, blocks } = composeParts(receipt, settings);
  return {
    lang: content.lang,
    messageId: `${receiptMessageIdName(claim.number)}@${settings.publicUrl.hostname}`,
    from: { ...settings.from, name: settings.from.name || content.siteName },
    to: email,
    subject,
    text: mailText(blocks),
    html: htmlDocument(content.lang, subject, blocks),
    attachment: { name: receiptMessages[language].fileName(content.reference), type: 'application/pdf', bytes: pdf },
  };
}

/** The subject and plain text of the mail. */
export function composeReceiptText(receipt: Receipt, settings: Omit<MailSettings, 'from'>) {
  const { subject, blocks } = composeParts(receipt, settings);
  return { subject, text: mailText(blocks) };
}

function composeParts(receipt: Receipt, { publicUrl: { origin }, site }: Omit<MailSettings, 'from'>) {
  const { content, language } = receipt;
  const home = site.pages.find(({ path }) => path === '/');
  const homePath = (home && pageIn(site, home, language)?.path) ?? '/';
  const links = {
    // The address has no trailing slash.
    home: homePath === '/' ? origin : `${origin}${homePath}`,
    receiptPage: `${origin}${pathOfKind(site, 'receipt', language)}`,
    statusPage: `${origin}${pathOfKind(site, 'status', language)}`,
    phone: site.phone,
  };
  return { subject: `${content.heading}: ${content.reference}`, blocks: composeBody(receipt, links) };
}

function composeBody(
  { content, name, language }: Receipt,
  { home, receiptPage, statusPage, phone }: MailLinks,
): Block[] {
  const messages = receiptMessages[language].mail;
  const { reference, received, dataFiles, due, next } = content.messages;
  // The email has one sentence per file; the PDF lists what to check.
  const { files = [], notes = [] } = content.dataFiles ?? {};
  const hasFindings = notes.length > 0 || files.some(({ findings }) => findings.length > 0);
  return [
    { html: `<p style="${style.name}">${escape(content.siteName)}</p>` },
    { html: `<h1 style="${style.heading}">${escape(content.heading)}</h1>` },
    paragraph(name === null ? messages.greetingWithoutName : messages.greeting(name)),
    paragraph(messages.received(content.siteName)),
    {
      text: `${reference}: ${content.reference}\n${received}: ${content.date}`,
      html: `${fact(reference, groupReference(content.reference), style.reference)}\n${fact(received, [content.date], '')}`,
    },
    ...(content.notice === undefined
      ? []
      : [{ text: content.notice, html: `<p><strong>${escape(content.notice)}</strong></p>` }]),
    ...(files.length === 0 ? [] : [subheading(dataFiles)]),
    ...files.map((file) => ({
      text: `${file.name}: ${file.result}`,
      html: `<p><strong>${escape(file.name)}</strong><br>${escape(file.result)}</p>`,
    })),
    ...(hasFindings ? [paragraph(messages.findings)] : []),
    ...(content.due.length === 0 ? [] : [subheading(due), list('ul', content.due), ...sendingOf(content)]),
    ...(content.due.length === 0 ? [] : [paragraph(messages.alreadySent)]),
    subheading(next),
    list('ol', content.next),
    ...[messages.attached, messages.notYou, messages.automatic].map(paragraph),
    {
      text: `${messages.website}: ${home}\n${messages.receiptPage}: ${receiptPage}\n${messages.statusPage}: ${statusPage}\n${messages.phone}: ${phone}`,
      html: `<p>${escape(messages.website)}: ${link(home)}<br>${escape(messages.receiptPage)}: ${link(receiptPage)}<br>${escape(messages.statusPage)}: ${link(statusPage)}<br>${escape(messages.phone)}: ${escape(phone)}</p>`,
    },
    ...(content.caption === undefined
      ? []
      : [{ text: content.caption, html: `<p style="${style.small}" lang="en">${escape(content.caption)}</p>` }]),
  ];
}

/** The instructions for sending missing documents, and the address, which is in English. */
function sendingOf({ sending }: ReceiptContent): Block[] {
  if (!sending) return [];
  const { text, address } = sending;
  return [paragraph(text), { text: address.join('\n'), html: `<p lang="en">${address.map(escape).join('<br>')}</p>` }];
}
