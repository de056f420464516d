import PostalMime from 'postal-mime';

/** The sender of a letter's envelope. Many reports name nothing else of the letter. */
export function bounceSenderOf(bounceAddress: string, letterId: string): string {
  const at = bounceAddress.lastIndexOf('@');
  return `${bounceAddress.slice(0, at)}+${letterId.replaceAll('-', '')}${bounceAddress.slice(at)}`;
}

const envelopeSender = /\+([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})@/gi;

/**
 * A message to the sender of an envelope. `unknown`: a program cannot tell whether the delivery
 * failed. `other`: it did not; the message reports a delay, or is an automatic reply.
 */
export interface BounceReport {
  readonly outcome: 'failed' | 'other' | 'unknown';
  /** The letter that it names. */
  readonly letterId: string | undefined;
  /** An enhanced status code (RFC 3463), such as `5.1.1`. */
  readonly code: string;
  readonly sender: string;
  readonly subject: string;
  readonly text: string;
}

/** The parser blocks the process for 20 µs a line, and a megabyte can be a million lines. */
const maxLines = 5_000;

function firstLines(message: Buffer): Buffer {
  let end = 0;
  for (let line = 0; line < maxLines; line += 1) {
    const lineEnd = message.indexOf('\n', end);
    if (lineEnd === -1) return message;
    end = lineEnd + 1;
  }
  return message.subarray(0, end);
}

export async function readBounce(message: Buffer): Promise<BounceReport> {
  const {
    headers,
    from,
    subject = '',
    text = '',
    attachments,
  } = await PostalMime.parse(firstLines(message), {
    attachmentEncoding: 'utf8',
    forceRfc822Attachments: true,
  });
  // RFC 6533 has another type for addresses beyond ASCII.
  const status = attachments.find(({ mimeType }) => /^message\/(global-)?delivery-status$/.test(mimeType));
  const recipients = readRecipients(typeof status?.content === 'string' ? status.content : '');
  const failed = recipients.find(({ action }) => action === 'failed');
  const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value.toLowerCase() ?? '';
  // Mail servers call their reports automatic replies, too.
  const isReport =
    headerOf('content-type').startsWith('multipart/report') ||
    headerOf('x-failed-recipients') !== '' ||
    /^(mailer-daemon|postmaster)@/i.test(from?.address ?? '');
  const isReply =
    headerOf('auto-submitted').startsWith('auto-replied') ||
    ['x-autoreply', 'x-autorespond'].some((name) => headerOf(name) !== '') ||
    headerOf('precedence') === 'auto_reply';
  // The envelope's sender is in any of a dozen headers, or only in the returned message.
  const letterIds = new Set(
    Array.from(message.toString('latin1').matchAll(envelopeSender), ([, ...parts]) => parts.join('-').toLowerCase()),
  );
  // A failure that names two letters, for example in a report that was forwarded, is for a person.
  const isUnknown = failed ? letterIds.size > 1 : recipients.length === 0 && (isReport || !isReply);
  return {
    outcome: isUnknown ? 'unknown' : failed ? 'failed' : 'other',
    letterId: letterIds.size === 1 ? [...letterIds][0] : undefined,
    code: failed?.code ?? '',
    sender: from?.address ?? '',
    subject,
    text,
  };
}

/**
 * Reads the recipients of a delivery status (RFC 3464, section 2.3). Groups of fields are separated
 * by empty lines; the first one is about the message.
 */
function readRecipients(status: string): { readonly action: string; readonly code: string }[] {
  return (
    status
      .replaceAll('\r\n', '\n')
      // A long field continues on lines that begin with a space.
      .replaceAll(/\n[ \t]+/g, ' ')
      .split(/\n\s*\n/)
      .flatMap((group) => {
        const action = /^action:\s*([a-z]+)/im.exec(group)?.[1]?.toLowerCase();
        if (action === undefined) return [];
        return [{ action, code: /^status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(group)?.[1] ?? '' }];
      })
  );
}
