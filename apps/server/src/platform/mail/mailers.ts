import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import { errorCode } from '../errors/error-code.ts';
import { type Delivery, type Mail, type Mailer } from './mail.ts';

/** Milliseconds. A mail server that does not answer must not hold a job forever. */
const smtpTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
const maxConnections = 4;

/** The module is loaded with the first message: an idle server does not need its 3 MB. */
const loadNodemailer = async () => (await import('nodemailer')).default;

/** Sends through a mail server (`smtp://user:password@host:587`, or `smtps:`). */
export function createSmtpMailer(url: string): Mailer {
  let transport: Transporter | undefined;
  return {
    async send(mail) {
      const { createTransport } = await loadNodemailer();
      transport ??= createTransport({ url, pool: true, maxConnections, ...smtpTimeouts });
      try {
        await transport.sendMail(composeMessage(mail));
        return { outcome: 'sent' };
      } catch (error) {
        return readRefusal(error);
      }
    },
    close: () => transport?.close(),
  };
}

/** Milliseconds. They are short, because an operator waits for the result. */
const verifyTimeouts = { connectionTimeout: 4_000, greetingTimeout: 4_000, socketTimeout: 8_000 };

/** Connects to the mail server, and signs in if the address has a user. Sends nothing. */
export async function verifyMailServer(url: string): Promise<void> {
  const transport = (await loadNodemailer()).createTransport({ url, ...verifyTimeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Only a permanent rejection of the recipient ends the attempts; other errors may be temporary. */
function readRefusal(error: unknown): Delivery {
  const code = errorCode(error) ?? 'unknown';
  const responseCode = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  const command = error instanceof Error && 'command' in error ? String(error.command) : '';
  if (code === 'EENVELOPE' && command.startsWith('RCPT') && responseCode >= 550 && responseCode < 560)
    return { outcome: 'refused', code: responseCode };
  // The error has only a code, because a mail server's response can contain an address.
  const text = responseCode === 0 ? code : `${code} ${responseCode}`;
  throw Object.assign(new Error(text), { code: text });
}

/**
 * Writes each message to `<message ID up to the @>.eml` in a private folder, for a machine without
 * a mail server. A repeated message replaces the first.
 */
export function createFolderMailer(folder: string): Mailer {
  return {
    async send(mail) {
      const transport = (await loadNodemailer()).createTransport({ streamTransport: true, buffer: true });
      const { message } = await transport.sendMail(composeMessage(mail));
      if (!Buffer.isBuffer(message)) throw new Error('The message was not composed in one piece');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = mailFilePath(folder, mail.messageId.replace(/@.*/, ''));
      await writeFile(`${path}.part`, message, { mode: 0o600, flush: true });
      await rename(`${path}.part`, path);
      return { outcome: 'sent' };
    },
    close: () => {},
  };
}

/** The file of a message, by its message ID up to the @. */
export function mailFilePath(folder: string, name: string): string {
  return join(folder, `${name.replace(/[^\w-]/g, '_')}.eml`);
}

export function composeMessage({ lang, attachment, envelopeFrom, ...mail }: Mail) {
  // An object, so that its text is never parsed as more than one address.
  const to = { name: '', address: mail.to };
  return {
    ...mail,
    messageId: `<${mail.messageId}>`,
    to,
    ...(envelopeFrom !== undefined && { envelope: { from: envelopeFrom, to: [to] } }),
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': lang },
    attachments: attachment
      ? [{ filename: attachment.name, contentType: attachment.type, content: attachment.bytes }]
      : [],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
