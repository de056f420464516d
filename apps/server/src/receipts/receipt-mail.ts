import { theme } from '@redress/contract/theme';
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
  const { content, claim, name, language } = receipt;
  const messages = receiptMessages[language].mail;
  const opening = [
    name === null ? messages.greetingWithoutName : messages.greeting(name),
    messages.received(content.siteName),
  ];
  const facts = [
    [content.messages.reference, content.reference],
    [content.messages.received, content.date],
  ] as const;
  const notice = content.notice === undefined ? [] : [content.notice];
  // One sentence per file; the PDF lists the errors.
  const dataFiles = (content.dataFiles?.files ?? []).map(({ name: file, result }) => [file, result] as const);
  const closing = [messages.attached, messages.notYou, messages.automatic];
  return {
    lang: content.lang,
    messageId: `${receiptMessageIdName(claim.number)}@${settings.publicUrl.hostname}`,
    from: { ...settings.from, name: settings.from.name || content.siteName },
    to: email,
    subject: `${content.heading}: ${content.reference}`,
    text: [
      ...opening,
      facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
      ...notice,
      ...(dataFiles.length === 0 ? [] : [content.messages.dataFiles]),
      ...dataFiles.map(([file, result]) => `${file}: ${result}`),
      messages.next,
      ...content.next.map((paragraph) => `- ${paragraph}`),
      ...closing,
      `${messages.website}: ${settings.home}\n${messages.phone}: ${settings.phone}`,
      ...(content.caption === undefined ? [] : [content.caption]),
    ].join('\n\n'),
    html: htmlDocument(
      content.lang,
      `${content.heading}: ${content.reference}`,
      [
        `<p style="${style.name}">${escape(content.siteName)}</p>`,
        `<h1 style="${style.heading}">${escape(content.heading)}</h1>`,
        ...opening.map(paragraph),
        ...facts.map(
          ([label, value], index) =>
            `<p style="${style.fact}">${escape(label)}<br><strong style="${index === 0 ? style.reference : ''}">${escape(value)}</strong></p>`,
        ),
        ...notice.map((text) => `<p><strong>${escape(text)}</strong></p>`),
        ...(dataFiles.length === 0
          ? []
          : [`<h2 style="${style.subheading}">${escape(content.messages.dataFiles)}</h2>`]),
        ...dataFiles.map(([file, result]) => `<p><strong>${escape(file)}</strong><br>${escape(result)}</p>`),
        `<h2 style="${style.subheading}">${escape(messages.next)}</h2>`,
        ...content.next.map(paragraph),
        ...closing.map(paragraph),
        `<p>${escape(messages.website)}: <a href="${escape(settings.home)}">${escape(settings.home)}</a><br>${escape(messages.phone)}: ${escape(settings.phone)}</p>`,
        ...(content.caption === undefined
          ? []
          : [`<p style="${style.small}" lang="en">${escape(content.caption)}</p>`]),
      ].join('\n'),
    ),
    attachment: { name: receiptMessages[language].fileName(content.reference), type: 'application/pdf', bytes: pdf },
  };
}

const style = {
  body: `margin:0;padding:24px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:${theme.ink};background:#ffffff`,
  page: `max-width:560px;margin:0 auto;border-top:4px solid ${theme.accent};padding-top:16px`,
  name: `margin:0;font-weight:bold;color:${theme.accent}`,
  heading: 'font-size:24px;line-height:1.3',
  subheading: `font-size:18px;color:${theme.accent}`,
  fact: 'margin:16px 0',
  reference: 'font-size:24px',
  small: `font-size:14px;color:${theme.soft}`,
} as const;

function paragraph(text: string): string {
  return `<p>${escape(text)}</p>`;
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

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
