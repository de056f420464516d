import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { composeMail } from './mailer.ts';

/**
 * Writes each message into a file `<message id up to the @>.eml` of a folder that only its owner can enter, for a machine without a mail
 * server. A file is there whole or not at all, and a message that is sent again takes the place of the first.
 */
export function folderMailer(folder: string): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(composeMail(mail));
      if (!Buffer.isBuffer(message)) throw new Error('The message was not composed in one piece');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const [name = ''] = mail.messageId.split('@');
      const path = messageFileOf(folder, name);
      await writeSafely(`${path}.part`, message);
      await rename(`${path}.part`, path);
      return { outcome: 'sent' };
    },
    close: () => {},
  };
}

/** Where the message lies whose id begins so, up to the @. */
export function messageFileOf(folder: string, name: string): string {
  return join(folder, `${name.replace(/[^\w-]/g, '_')}.eml`);
}

async function writeSafely(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
