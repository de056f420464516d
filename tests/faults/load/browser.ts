import { xsrfCookie, xsrfHeader } from '@redress/contract/http-headers';
import { setTimeout as pause } from 'node:timers/promises';
import type { SentClaims } from './sent-claims.ts';
import type { Answer, Request, Network } from './unreliable-request.ts';
import { ask, NoResponseError } from './unreliable-request.ts';

/** What all claimants share. */
export interface ClaimantContext {
  /** Of the servers; a balancer would pick one of them. */
  readonly addresses: readonly string[];
  readonly network: Network;
  readonly sent: SentClaims;
  /** Aborted when nobody is to try again any more. */
  readonly end: AbortSignal;
}

/** Waited for at most before a request is repeated: people's patience, and this test's. */
const longestPauseMilliseconds = 2_000;
/** Answers that say "later". */
const later = new Set([429, 503]);

/** A claimant's browser: it keeps cookies, repeats the token, and knows when to try again. */
export class ClaimantBrowser {
  readonly #context: ClaimantContext;
  readonly #cookies = new Map<string, string>();

  constructor(context: ClaimantContext) {
    this.#context = context;
  }

  /** One request, once, to any of the servers; undefined when no answer came. */
  async try(request: Request): Promise<Answer | undefined> {
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
   * Until there is an answer that does not say "later"; undefined when there is none after so many
   * tries, or by the end of the test.
   */
  async insist(request: Request, tries = Infinity): Promise<Answer | undefined> {
    for (let tried = 1; !this.#context.end.aborted; tried += 1) {
      const answer = await this.try(request);
      const isLater = answer === undefined || later.has(answer.status);
      if (!isLater && answer.status < 500) return answer;
      if (!isLater) this.noteOdd(request, answer);
      if (tried >= tries) return undefined;
      this.#context.sent.repeats += 1;
      await pause(pauseAfter(answer));
    }
    return undefined;
  }

  /** A whole request as it goes over the line, for clients that send it in a way of their own. */
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

  #keepCookies({ headers }: Answer): void {
    for (const cookie of headers['set-cookie'] ?? []) {
      const [pair = ''] = cookie.split(';');
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
  }

  /** Something that nobody should be answered. */
  noteOdd({ method, path }: Pick<Request, 'method' | 'path'>, { status, text }: Answer): void {
    this.#context.sent.oddAnswers.push({
      request: `${method} ${path.replace(/\d{10}/, 'N')}`,
      status,
      text: text.slice(0, 500),
    });
  }
}

function pauseAfter(answer: Answer | undefined): number {
  const asked = Number(answer?.headers['retry-after'] ?? 0) * 1_000;
  return Math.min(longestPauseMilliseconds, asked) + 100 + Math.random() * 400;
}
