import { theme } from '@redress/contract/theme';
import type { ReceiptContent } from '@redress/documents/receipt';
import type { Mail, Sender } from '../mail/mail.ts';
import type { Receipt } from './read-receipt.ts';
import { receiptMessages } from '../messages/receipt-messages.ts';

export interface MailSettings {
  /** Without a name, the settlement's name is shown. */
  readonly from: Sender;
  /** The website's address, and that of its home page in the language of the claim. */
  readonly publicUrl: URL;
  readonly home: string;
  readonly phone: string;
}

/** The message ID of a claim's receipt, up to the @. */
export function receiptMessageIdName(claimNumber: string): string {
  return `receipt-${claimNumber}`;
}

/** Composes the mail in the language of the claim. Its text contains no answer except the name. */
export function composeReceiptMail(receipt: Receipt, email: string, pdf: Buffer, settings: MailSettings): Mail {
  const { content, claim, language } = receipt;
  const subject = `${content.heading}: ${content.reference}`;
  const blocks = composeBody(receipt, settings);
  return {
    lang: content.lang,
    messageId: `${receiptMessageIdName(claim.number)}@${settings.publicUrl.hostname}`,
    from: { ...settings.from, name: settings.from.name || content.siteName },
    to: email,
    subject,
    text: blocks.flatMap(({ text }) => text ?? []).join('\n\n'),
    html: htmlDocument(content.lang, subject, blocks.map(({ html }) => html).join('\n')),
    attachment: { name: receiptMessages[language].fileName(content.reference), type: 'application/pdf', bytes: pdf },
  };
}

/** A part of a message in both formats; the plain text leaves some out. */
interface Block {
  readonly text?: string;
  readonly html: string;
}

function composeBody({ content, name, language }: Receipt, { home, phone }: MailSettings): Block[] {
  const messages = receiptMessages[language].mail;
  const { reference, received, dataFiles, due, next } = content.messages;
  // One sentence per file; the PDF lists the errors.
  const files = content.dataFiles?.files ?? [];
  return [
    { html: `<p style="${style.name}">${escape(content.siteName)}</p>` },
    { html: `<h1 style="${style.heading}">${escape(content.heading)}</h1>` },
    paragraph(name === null ? messages.greetingWithoutName : messages.greeting(name)),
    paragraph(messages.received(content.siteName)),
    {
      text: `${reference}: ${content.reference}\n${received}: ${content.date}`,
      html: `${fact(reference, content.reference, style.reference)}\n${fact(received, content.date, '')}`,
    },
    ...(content.notice === undefined
      ? []
      : [{ text: content.notice, html: `<p><strong>${escape(content.notice)}</strong></p>` }]),
    ...(files.length === 0 ? [] : [subheading(dataFiles)]),
    ...files.map((file) => ({
      text: `${file.name}: ${file.result}`,
      html: `<p><strong>${escape(file.name)}</strong><br>${escape(file.result)}</p>`,
    })),
    ...(content.due.length === 0 ? [] : [subheading(due), list('ul', content.due), ...sendingOf(content)]),
    ...(content.due.length === 0 ? [] : [paragraph(messages.alreadySent)]),
    subheading(next),
    list('ol', content.next),
    ...[messages.attached, messages.notYou, messages.automatic].map(paragraph),
    {
      text: `${messages.website}: ${home}\n${messages.phone}: ${phone}`,
      html: `<p>${escape(messages.website)}: <a href="${escape(home)}">${escape(home)}</a><br>${escape(messages.phone)}: ${escape(phone)}</p>`,
    },
    ...(content.caption === undefined
      ? []
      : [{ text: content.caption, html: `<p style="${style.small}" lang="en">${escape(content.caption)}</p>` }]),
  ];
}

const style = {
  body: `margin:0;padding:24px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:${theme.ink};background:#ffffff`,
  page: `max-width:560px;margin:0 auto;border-top:4px solid ${theme.accent};padding-top:16px`,
  name: `margin:0;font-weight:bold;color:${theme.accent}`,
  heading: 'font-size:24px;line-height:1.3',
  subheading: `font-size:18px;color:${theme.accent}`,
  fact: 'margin:16px 0',
  item: 'margin:8px 0',
  reference: 'font-size:24px',
  small: `font-size:14px;color:${theme.soft}`,
} as const;

function paragraph(text: string): Block {
  return { text, html: `<p>${escape(text)}</p>` };
}

function list(kind: 'ol' | 'ul', items: readonly string[]): Block {
  const marker = (index: number) => (kind === 'ol' ? `${index + 1}.` : '-');
  return {
    text: items.map((item, index) => `${marker(index)} ${item}`).join('\n'),
    html: `<${kind}>\n${items.map((item) => `<li style="${style.item}">${escape(item)}</li>`).join('\n')}\n</${kind}>`,
  };
}

/** How to send what is due, and the address, which is English. */
function sendingOf({ sending }: ReceiptContent): Block[] {
  if (!sending) return [];
  const { text, address } = sending;
  return [paragraph(text), { text: address.join('\n'), html: `<p lang="en">${address.map(escape).join('<br>')}</p>` }];
}

function subheading(text: string): Block {
  return { text, html: `<h2 style="${style.subheading}">${escape(text)}</h2>` };
}

function fact(label: string, value: string, valueStyle: string): string {
  return `<p style="${style.fact}">${escape(label)}<br><strong style="${valueStyle}">${escape(value)}</strong></p>`;
}

function htmlDocument(lang: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="${escape(lang)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title></head>
<body style="${style.body}"><div style="${style.page}">
${body}
</div></body>
</html>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
