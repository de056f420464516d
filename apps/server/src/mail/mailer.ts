import type { Buffer } from 'node:buffer';

export interface Mail {
  /** The same for every attempt to send it: mail programs show a message that comes twice only once. Without `<` and `>`. */
  readonly messageId: string;
  readonly from: Sender;
  readonly to: string;
  readonly subject: string;
  /** BCP 47, such as `en-US`. */
  readonly lang: string;
  readonly text: string;
  readonly html: string;
  readonly attachment: { readonly name: string; readonly type: string; readonly bytes: Buffer };
}
/** Who a message is from: the name is only shown. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** `refused`: the mail server says for good that there is no such mailbox, by the SMTP `code`. */
export type Delivery = { readonly outcome: 'sent' } | { readonly outcome: 'refused'; readonly code: number };

export interface Mailer {
  /** Throws `MailError` when it must be tried again later. */
  send(mail: Mail): Promise<Delivery>;
  close(): void;
}

/** A message that could not be sent now. Its message is a code: what a mail server says can hold an address. */
export class MailError extends Error {
  override readonly name = 'MailError';
}

/** How nodemailer wants a message. */
export function composeMail(mail: Mail) {
  return {
    messageId: `<${mail.messageId}>`,
    from: mail.from,
    // As an object, so that nothing in it is read as a second address.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.lang },
    attachments: [
      { filename: mail.attachment.name, contentType: mail.attachment.type, content: mail.attachment.bytes },
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
