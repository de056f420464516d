import type { Buffer } from 'node:buffer';
import addressparser from 'nodemailer/lib/addressparser';

export interface Mail {
  /** The same for every attempt, so that mail programs hide duplicates. It has no `<` or `>`. */
  readonly messageId: string;
  readonly from: Sender;
  readonly to: string;
  /** The sender of the envelope, to which mail servers report failures; by default that of `from`. */
  readonly envelopeFrom?: string;
  readonly subject: string;
  /** A BCP 47 tag, such as `en-US`. */
  readonly lang: string;
  readonly text: string;
  readonly html: string;
  readonly attachment?: { readonly name: string; readonly type: string; readonly bytes: Buffer };
}

export interface Sender {
  /** For display only. */
  readonly name: string;
  readonly address: string;
}

/** With `refused`, the mail server permanently rejected the mailbox with this SMTP `code`. */
export type Delivery = { readonly outcome: 'sent' } | { readonly outcome: 'refused'; readonly code: number };

export interface Mailer {
  /** Throws an error with a code when the mail must be sent again later. */
  send(mail: Mail): Promise<Delivery>;
  close(): void;
}

/** Reads `Name <name@example.com>` or `name@example.com`; undefined if it is not one address. */
export function parseSender(text: string): Sender | undefined {
  const [sender, ...others] = addressparser(text, { flatten: true });
  if (!sender || others.length > 0 || !/^[^\s@<>]+@[^\s@<>]+$/.test(sender.address)) return undefined;
  return { name: sender.name, address: sender.address };
}
