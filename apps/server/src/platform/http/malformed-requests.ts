import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemCode } from '@redress/contract/problem';
import { STATUS_CODES } from '../node-http.ts';
import { ProblemError, writeProblem } from './problem.ts';
import type { SecurityHeaders } from './security-headers.ts';

/** The problems of Node's error codes. All other codes mean malformed HTTP. */
const codes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
};

/**
 * Answers bytes that are not a valid HTTP request with a problem, because Fastify runs no hooks or
 * routes for them, and closes the connection. Without parsed headers, the answer is in English.
 */
export function sendMalformed(headersOf: SecurityHeaders): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    const code = codes[error.code ?? ''] ?? 'bad-request';
    const isGone = error.code === 'ECONNRESET' || !socket.writable;
    if (isGone || isAnswering(socket)) socket.destroy();
    // `end` sends the response before it closes the socket.
    else socket.end(writeAnswer(code, headersOf), () => socket.destroy());
  };
}

/**
 * Refuses requests without a valid Host header, with a target that is not a path, or with an
 * unknown expectation: with a problem instead of Node's empty response (`connection-limits.ts` lets
 * them through).
 */
export function refuseMalformed(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const { expect } = raw.headers;
    const hasTarget = raw.url === '*' || (raw.url ?? '').startsWith('/');
    if (hasTarget && hasOneHost(raw) && (expect === undefined || expect.toLowerCase() === '100-continue')) {
      done();
      return;
    }
    void reply.header('connection', 'close');
    done(new ProblemError('bad-request'));
  });
}

/**
 * Whether a request has only one Host header, with a valid host and nothing else of a URL. HTTP/1.0
 * needs none. Node itself keeps the first of several.
 */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((_value, index) => index % 2 === 1 && /^host$/i.test(rawHeaders[index - 1] ?? ''));
  const [host = '', ...others] = hosts;
  if (others.length > 0) return false;
  return host === '' ? httpVersion === '1.0' : /^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`);
}

/** Part of another response may be sent already, which a second one would corrupt. */
function isAnswering(socket: Socket): boolean {
  const message: unknown = '_httpMessage' in socket ? socket._httpMessage : undefined;
  return typeof message === 'object' && message !== null && 'headersSent' in message && message.headersSent === true;
}

function writeAnswer(code: ProblemCode, headersOf: SecurityHeaders): string {
  const { headers, body, status } = writeProblem(new ProblemError(code), 'en', headersOf);
  const all = { ...headers, connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}

/** Whether a body is unreadable because it was aborted or is malformed multipart data. */
export function isClientAbort(error: unknown): boolean {
  const messages =
    /unexpected end of (form|file|multipart)|part terminated early|malformed part header|premature close|aborted|went away|boundary not found|needle cannot have a length bigger/i;
  if (!(error instanceof Error)) return false;
  return messages.test(error.message) || (error.cause !== undefined && isClientAbort(error.cause));
}
