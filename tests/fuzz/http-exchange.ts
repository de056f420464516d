import { connect } from 'node:net';

export interface WireAnswer {
  readonly status: number;
  /** Names are in lower case. A repeated header has two values. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Buffer;
}
export interface Exchange {
  /** The connection had these final responses (not 1xx). */
  readonly answers: readonly WireAnswer[];
  /** The bytes after the last complete response. */
  readonly rest: Buffer;
  /** `closed` by the server, unless the connection was reset or the client gave up. */
  readonly ended: 'closed' | 'reset' | 'timeout';
}

/**
 * Sends bytes over a new connection and reads until the server closes it. The client gives up after
 * `maxSilenceMilliseconds` without a byte.
 */
export function exchange(
  port: number,
  bytes: Buffer,
  options: { readonly isHead: boolean; readonly maxSilenceMilliseconds: number },
): Promise<Exchange> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let ended: Exchange['ended'] = 'closed';
    socket.setTimeout(options.maxSilenceMilliseconds, () => {
      ended = 'timeout';
      socket.destroy();
    });
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    socket.on('error', () => {
      if (ended === 'closed') ended = 'reset';
    });
    socket.on('close', () => {
      resolve({ ...readAnswers(Buffer.concat(received), options.isHead), ended });
    });
    socket.write(bytes);
  });
}

/** Splits the received bytes into responses. */
function readAnswers(bytes: Buffer, isHead: boolean): Pick<Exchange, 'answers' | 'rest'> {
  const answers: WireAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd === -1) return { answers, rest };
    const [first = '', ...lines] = rest.subarray(0, headEnd).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})(?: |$)/.exec(first)?.[1]);
    if (!Number.isInteger(status)) return { answers, rest };
    const headers = readHeaders(lines);
    const hasNoBody = isHead || status < 200 || status === 204 || status === 304;
    const { body, end } = hasNoBody
      ? { body: Buffer.alloc(0), end: headEnd + 4 }
      : readBody(rest, headEnd + 4, headers);
    if (status >= 200) answers.push({ status, headers, body });
    rest = rest.subarray(end);
  }
}

function readHeaders(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  return headers;
}

function readBody(
  bytes: Buffer,
  start: number,
  headers: ReadonlyMap<string, readonly string[]>,
): { body: Buffer; end: number } {
  const length = headers.get('content-length')?.[0];
  if (length !== undefined) return { body: bytes.subarray(start, start + Number(length)), end: start + Number(length) };
  if (headers.get('transfer-encoding')?.[0] !== 'chunked') return { body: bytes.subarray(start), end: bytes.length };
  const chunks: Buffer[] = [];
  let at = start;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return { body: Buffer.concat(chunks), end: bytes.length };
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (!(size > 0)) return { body: Buffer.concat(chunks), end: bytes.indexOf('\r\n', lineEnd + 2) + 2 };
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
