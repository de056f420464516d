import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, RequestListener } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import type { ProblemCode } from '@redress/contract/problem';
import { describeProblem, ProblemError } from './problem.ts';
import type { SecurityHeaders } from './security-headers.ts';

/** How Node calls what a client did, where that is more than bytes which are no HTTP. */
const codes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
};

/**
 * Answers what cannot be read as a request, so that no hook and no route sees it: a problem with the headers of any other answer. After it the
 * connection ends, because nobody knows where a next request would begin. In English: its headers were not read.
 */
export function sendMalformed(headers: SecurityHeaders): (error: Error & { code?: string }, socket: Socket) => void {
  const answers = new Map(
    (['bad-request', ...Object.values(codes)] as const).map((code) => [code, writeAnswer(code, headers)] as const),
  );
  return (error, socket) => {
    const code = codes[error.code ?? ''] ?? 'bad-request';
    const isGone = error.code === 'ECONNRESET' || !socket.writable;
    if (isGone || isAnswering(socket)) socket.destroy();
    // `end`, not `destroy` after a write: what was written still goes out.
    else socket.end(answers.get(code) ?? '', () => socket.destroy());
  };
}

/**
 * A request target may be a whole URL (absolute-form, RFC 9112, 3.2.2). Everything behind this,
 * load shedding included, sees its path, and its host in place of the header's. A target without a
 * usable host stays as it is, for `refuseMalformed`.
 */
export function readAbsoluteTargets(listener: RequestListener): RequestListener {
  return (request, response) => {
    const [, host, target] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(request.url ?? '') ?? [];
    // A missing or bad Host header is an error even so (3.2), and is left for everybody to see.
    if (host !== undefined && target !== undefined && isHost(host) && hasOneHost(request)) {
      request.url = target.startsWith('/') ? target : `/${target}`;
      request.headers.host = host;
    }
    listener(request, response);
  };
}

/**
 * Node answers a request without a host, or with an expectation that it does not know, by an empty
 * answer of its own: here such a request goes the way of all others (`connection-limits.ts` has
 * Node let it through), and is refused on it. So is one with two hosts or a bad one, which Node
 * lets pass.
 */
export function refuseMalformed(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { expect } = raw.headers;
    const hasTarget = raw.url === '*' || (raw.url ?? '').startsWith('/');
    if (hasTarget && hasOneHost(raw) && (expect === undefined || expect.toLowerCase() === '100-continue')) return;
    void reply.header('connection', 'close');
    throw new ProblemError('bad-request');
  });
}

/**
 * One line with one valid host; HTTP/1.0 needs none. Node itself keeps the first of several lines.
 */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((_value, index) => index % 2 === 1 && /^host$/i.test(rawHeaders[index - 1] ?? ''));
  const [host = ''] = hosts;
  if (host === '') return httpVersion === '1.0' && hosts.length <= 1;
  return hosts.length === 1 && isHost(host);
}

/** `uri-host [ ":" port ]` (RFC 9110, 7.2; RFC 3986, 3.2.2). */
function isHost(value: string): boolean {
  const [, address, name] = /^(?:\[([^\]]*)\]|([^:]+))(?::\d*)?$/.exec(value) ?? [];
  if (address !== undefined) return isIPv6(address) && !address.includes('%');
  return name !== undefined && /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+$/i.test(name);
}

/** Part of another answer may be on the line already: a second one would be read as part of it. */
function isAnswering(socket: Socket): boolean {
  const message: unknown = '_httpMessage' in socket ? socket._httpMessage : undefined;
  return typeof message === 'object' && message !== null && 'headersSent' in message && message.headersSent === true;
}

function writeAnswer(code: ProblemCode, headers: SecurityHeaders): string {
  const problem = describeProblem(new ProblemError(code), 'en');
  const body = JSON.stringify(problem);
  const all = {
    ...headers.of('/api/'),
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'content-language': 'en',
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}

/** Whether the multipart parser or a stream failed because the client sent an incomplete or malformed body. */
export function isClientAbort(error: unknown): boolean {
  const messages =
    /unexpected end of (form|file|multipart)|part terminated early|malformed part header|premature close|aborted|went away|boundary not found|needle cannot have a length bigger/i;
  if (!(error instanceof Error)) return false;
  return messages.test(error.message) || (error.cause !== undefined && isClientAbort(error.cause));
}
