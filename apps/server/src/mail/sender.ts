import addressparser from 'nodemailer/lib/addressparser';
import type { Sender } from './mailer.ts';

/** Reads `Name <name@example.com>` or `name@example.com`; undefined when it is not exactly one address. */
export function parseSender(text: string): Sender | undefined {
  const [sender, ...others] = addressparser(text, { flatten: true });
  if (!sender || others.length > 0 || !/^[^\s@<>]+@[^\s@<>]+$/.test(sender.address)) return undefined;
  return { name: sender.name, address: sender.address };
}
