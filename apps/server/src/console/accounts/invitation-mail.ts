import { randomUUID } from 'node:crypto';
import type { ConsoleContext } from '../context.ts';
import { htmlDocument, link, mailText, paragraph } from '../../platform/mail/mail-layout.ts';

/**
 * Sends an invitation by email, if a mail server is configured. Whoever invites has the link too,
 * so that a mail that fails holds nobody up. Returns whether it was sent.
 */
export async function mailInvitation(
  { mail, settlement, publicUrl, log }: Pick<ConsoleContext, 'mail' | 'settlement' | 'publicUrl' | 'log'>,
  { name, email }: { readonly name: string; readonly email: string },
  address: string,
  expiresAt: Date,
): Promise<boolean> {
  if (!mail || mail.isFolder === true) return false;
  const until = expiresAt.toLocaleString('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: settlement.site.timeZone,
  });
  const blocks = [
    paragraph(`Hello ${name},`),
    paragraph(`You are invited to work on ${settlement.site.name}. Open this link to set up your account:`),
    { text: address, html: `<p>${link(address)}</p>` },
    paragraph(`It works once, until ${until}. Do not forward it: whoever opens it gets your account.`),
    paragraph('If you did not expect this, ignore it, or tell the person who manages the accounts.'),
  ];
  const subject = `Your account: ${settlement.site.name}`;
  try {
    const { outcome } = await mail.mailer.send({
      messageId: `staff-${randomUUID()}@${publicUrl.hostname}`,
      from: { ...mail.from, name: mail.from.name || settlement.site.name },
      to: email,
      subject,
      lang: 'en-US',
      text: mailText(blocks),
      html: htmlDocument('en-US', subject, blocks),
    });
    return outcome === 'sent';
  } catch (error) {
    log.warn({ err: error }, 'an invitation could not be sent by email');
    return false;
  }
}
