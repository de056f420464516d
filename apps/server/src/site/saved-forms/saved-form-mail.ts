import { filingStateAt } from '@redress/contract/claim-forms';
import { formatDay, localeOf } from '@redress/contract/language';
import type { Settlement } from '@redress/contract/settlement';
import type { ClaimForm } from '@redress/forms/definition';
import { type Block, escape, fact, htmlDocument, mailText, paragraph, style } from '../../platform/mail/mail-layout.ts';
import type { Mail, Sender } from '../../platform/mail/mail.ts';
import { receiptMessages } from '../../claims/receipts/receipt-messages.ts';
import { savedFormMessages } from './saved-form-messages.ts';
import { requireReceiptMessages } from '../../claims/status/claim-status.ts';

interface SavedFormMail {
  readonly messageId: string;
  readonly from: Sender;
  readonly to: string;
  readonly link: string;
  readonly code: string;
  /** The last day on which the link works, in the court's time zone. */
  readonly lastDay: string;
  readonly now: Date;
}

/** Composes the mail with the link. The text has nothing that was typed into the form. */
export function composeSavedFormMail(settlement: Settlement, form: ClaimForm, settings: SavedFormMail): Mail {
  const language = form.language ?? 'en';
  const { link, code, lastDay, now, from, to, messageId } = settings;
  const messages = savedFormMessages[language].mail;
  const { settlement: caseName } = requireReceiptMessages(settlement, form.caseId, language);
  const subject = messages.subject(caseName);
  const deadline = formatDay(form.deadline, language);
  const blocks: Block[] = [
    { html: `<p style="${style.name}">${escape(caseName)}</p>` },
    { html: `<h1 style="${style.heading}">${escape(messages.heading)}</h1>` },
    paragraph(messages.notFiled),
    paragraph(filingStateAt(form, now) === 'late' ? messages.late(deadline) : messages.deadline(deadline)),
    {
      text: `${messages.open}:\n${link}`,
      html: `<p style="${style.fact}"><a href="${escape(link)}"><strong>${escape(messages.open)}</strong></a></p>`,
    },
    paragraph(messages.until(formatDay(lastDay, language))),
    paragraph(form.login === 'required' ? messages.againWithLogin : messages.again),
    paragraph(messages.secret),
    { text: `${messages.code}: ${code}`, html: fact(messages.code, [code], '') },
    paragraph(messages.notYou),
    paragraph(receiptMessages[language].mail.automatic),
    paragraph(`${receiptMessages[language].mail.phone}: ${settlement.site.phone}`),
  ];
  return {
    messageId,
    lang: localeOf[language],
    from: { ...from, name: from.name || caseName },
    to,
    subject,
    text: mailText(blocks),
    html: htmlDocument(localeOf[language], subject, blocks),
  };
}
