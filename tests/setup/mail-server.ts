import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  readonly to: readonly string[];
  readonly raw: string;
}

export interface MailServer {
  readonly url: string;
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  stop(): Promise<void>;
}

/** Starts a real SMTP server. `answerTo` returns the refusal code for an address, or undefined. */
export async function startMailServer(
  options: {
    readonly port?: number;
    readonly answerTo?: (address: string) => number | undefined;
    /** The server accepts only this password. Without it, no client can sign in. */
    readonly password?: string;
    /** The server waits for this before it accepts a message. */
    readonly hold?: () => Promise<void>;
  } = {},
): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.password === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (password === options.password) done(null, { user: username });
      else done(new Error('Invalid username or password'));
    },
    // Idle keep-alive connections must not delay a test.
    closeTimeout: 200,
    onRcptTo({ address }, _session, done) {
      const code = options.answerTo?.(address);
      done(code === undefined ? null : Object.assign(new Error(`${address} is not known`), { responseCode: code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void (async () => {
          await options.hold?.();
          received.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString('latin1'),
          });
          done();
        })();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The bytes of a part are decoded. */
export interface MailPart {
  readonly headers: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Lists the nonempty parts of a message, however they are nested. */
export function partsOf(raw: string): MailPart[] {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const body = raw.slice(end + 4);
  const boundary = /boundary="([^"]+)"/i.exec(headers)?.[1];
  if (boundary !== undefined) {
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf(part.replace(/^\r\n/, '')));
  }
  const type = /^content-type: ([^;\r\n]+)/im.exec(headers)?.[1] ?? '';
  const encoding = /^content-transfer-encoding: (\S+)/im.exec(headers)?.[1]?.toLowerCase();
  return [{ headers, type, bytes: decode(body, encoding) }];
}

function decode(body: string, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const plain = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}
