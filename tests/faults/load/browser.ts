import { xsrfCookie, xsrfHeader } from '@redress/contract/http-headers';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpAnswer } from '../../setup/read-answer.ts';
import { ask, type Network, NoResponseError, type Request, type SentClaims } from './unreliable-request.ts';

/** All claimants share this context. */
export interface ClaimantContext {
  /** The servers' addresses; each request picks one, as a load balancer does. */
  readonly addresses: readonly string[];
  readonly network: Network;
  readonly sent: SentClaims;
  /** The signal aborts when retries must stop. */
  readonly end: AbortSignal;
}

/** A retry waits at most this long. */
const maxPauseMilliseconds = 2_000;
/** These statuses ask for a retry. A proxy without a server answers with 502 or 504. */
const later = new Set([429, 503]);
const laterFromProxy = new Set([...later, 502, 504]);

/** A claimant's browser keeps cookies, sends the CSRF token, and knows when to retry. */
export class ClaimantBrowser {
  readonly #context: ClaimantContext;
  readonly #cookies = new Map<string, string>();

  constructor(context: ClaimantContext) {
    this.#context = context;
  }

  /** Sends a request once, to any of the servers; undefined when no response came. */
  async try(request: Request): Promise<HttpAnswer | undefined> {
    const { addresses, network } = this.#context;
    const address = addresses[Math.floor(Math.random() * addresses.length)] ?? '';
    try {
      const answer = await ask(address, { ...request, headers: this.#headersOf(request) }, network);
      this.#keepCookies(answer);
      return answer;
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
      return undefined;
    }
  }

  /**
   * Retries until a response does not ask for another retry; undefined after this many attempts, or
   * at the end of the test.
   */
  async sendUntilAnswered(request: Request, tries = Infinity): Promise<HttpAnswer | undefined> {
    for (let tried = 1; !this.#context.end.aborted; tried += 1) {
      const answer = await this.try(request);
      const isLater = answer === undefined || this.isLater(answer);
      if (!isLater && answer.status < 500) return answer;
      if (!isLater) this.recordUnexpected(request, answer);
      if (tried >= tries) return undefined;
      this.countRepeat(request, answer);
      await pause(pauseAfter(answer));
    }
    return undefined;
  }

  /** The server, or the proxy in its place, may ask for a retry. */
  isLater({ status }: HttpAnswer): boolean {
    return (this.#context.network.certificate === undefined ? later : laterFromProxy).has(status);
  }

  /** Records that a request is sent again, because no answer or this one came. */
  countRepeat({ method, path }: Request, answer: HttpAnswer | undefined): void {
    this.#context.sent.repeated.push(`${method} ${path}: ${answer?.status ?? 'no answer'}`);
  }

  /** Writes the bytes of a whole request, for clients that send it in their own way. */
  write(request: Request, host: string): Buffer {
    const { method, path, body = Buffer.alloc(0) } = request;
    const headers = { host, ...this.#headersOf(request), 'content-length': String(body.length) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), body]);
  }

  #headersOf({ headers }: Request): Record<string, string> {
    return {
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      [xsrfHeader]: this.#cookies.get(xsrfCookie) ?? '',
      ...headers,
    };
  }

  #keepCookies({ headers }: HttpAnswer): void {
    for (const cookie of headers['set-cookie'] ?? []) {
      const [pair = ''] = cookie.split(';');
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
  }

  /** No claimant should get such a response. */
  recordUnexpected({ method, path }: Pick<Request, 'method' | 'path'>, { status, text }: HttpAnswer): void {
    this.#context.sent.unexpectedResponses.push({
      request: `${method} ${path.replace(/\d{10}/, 'N')}`,
      status,
      text: text.slice(0, 500),
    });
  }
}

function pauseAfter(answer: HttpAnswer | undefined): number {
  const asked = Number(answer?.headers['retry-after'] ?? 0) * 1_000;
  return Math.min(maxPauseMilliseconds, asked) + 100 + Math.random() * 400;
}
