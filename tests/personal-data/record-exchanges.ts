// Loaded into the server before its own code (`node --import`): records the address, the referrer
// and the error messages of every exchange, which the server's log omits. Does not change the
// server's behavior.
import { subscribe } from 'node:diagnostics_channel';
import { openSync, writeSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';

/** The parts of a request and its response that could end up in a log. */
export interface Exchange {
  readonly url: string;
  readonly referer: string;
  readonly location: string;
  /** The problem document in the response; empty if there was none. */
  readonly problem: string;
}

const path = process.env['E2E_EXCHANGES'];
if (path === undefined) throw new Error('E2E_EXCHANGES must name the file to write into');
const file = openSync(path, 'a');

subscribe('http.server.request.start', (message) => {
  if (typeof message !== 'object' || message === null || !('request' in message && 'response' in message)) return;
  const { request, response } = message;
  if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return;
  // Fastify hands all headers over at once, with the status.
  let headers: Record<string, unknown> = {};
  let problem = '';
  wrap(response, 'writeHead', (given) => {
    for (const part of given) if (typeof part === 'object' && part !== null) headers = { ...headers, ...part };
  });
  const listen = ([chunk]: readonly unknown[]) => {
    if (!String(headers['content-type']).startsWith('application/problem+json')) return;
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) problem += chunk.toString();
  };
  wrap(response, 'write', listen);
  wrap(response, 'end', listen);
  response.on('close', () => {
    const { location } = headers;
    const exchange: Exchange = {
      url: request.url ?? '',
      referer: request.headers.referer ?? '',
      location: typeof location === 'string' ? location : '',
      problem,
    };
    writeSync(file, `${JSON.stringify(exchange)}\n`);
  });
});

/** Passes a method's arguments to `look`, and then calls the method. */
function wrap(response: object, name: 'writeHead' | 'write' | 'end', look: (given: readonly unknown[]) => void) {
  const original: unknown = Reflect.get(response, name);
  if (typeof original !== 'function') throw new TypeError(`A response has no ${name}`);
  Reflect.set(response, name, (...given: unknown[]): unknown => {
    look(given);
    const result: unknown = Reflect.apply(original, response, given);
    return result;
  });
}
