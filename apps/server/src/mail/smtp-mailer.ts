import nodemailer from 'nodemailer';
import type { Delivery, Mailer } from './mailer.ts';
import { composeMail, MailError } from './mailer.ts';

/** Nothing waits forever on a mail server that does not answer. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
const connections = 4;

/** Sends through a mail server (`smtp://user:password@host:587`, or `smtps:`), over connections that are kept for the next message. */
export function smtpMailer(url: string): Mailer {
  const transport = nodemailer.createTransport({ url, pool: true, maxConnections: connections, ...patience });
  return {
    async send(mail) {
      try {
        await transport.sendMail(composeMail(mail));
        return { outcome: 'sent' };
      } catch (error) {
        return readRefusal(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Only what the server says of the recipient, and for good, ends the attempts: everything else may pass. */
function readRefusal(error: unknown): Delivery {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const responseCode = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  const command = error instanceof Error && 'command' in error ? String(error.command) : '';
  if (code === 'EENVELOPE' && command.startsWith('RCPT') && responseCode >= 550 && responseCode < 560)
    return { outcome: 'refused', code: responseCode };
  throw new MailError(responseCode === 0 ? code : `${code} ${responseCode}`);
}
