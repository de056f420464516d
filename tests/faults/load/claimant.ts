import {
  idempotencyHeader,
  noticeIdHeader,
  uniqueIdHeader,
  xsrfCookie,
  xsrfHeader,
} from '@redress/contract/http-headers';
import type { ClaimForm } from '@redress/forms/definition';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { GeneratedClaim, GeneratedDocument } from './generate-claims.ts';
import { readClaim, sendInChunks, sendWhole } from './send-documents.ts';
import {
  type Answer,
  ask,
  type Network,
  NoResponseError,
  type Request,
  type SentClaim,
  type SentClaims,
} from './unreliable-request.ts';

/** What all claimants share. */
export interface ClaimantContext {
  /** The servers' addresses; each request picks one, as a load balancer does. */
  readonly addresses: readonly string[];
  readonly network: Network;
  readonly sent: SentClaims;
  /** Aborted when retries must stop. */
  readonly end: AbortSignal;
}

/** Longest wait before a retry, in milliseconds. */
const maxPauseMilliseconds = 2_000;
/** Statuses that ask for a retry; a proxy without a server says 502 or 504. */
const later = new Set([429, 503]);
const laterFromProxy = new Set([...later, 502, 504]);

/** A claimant's browser: keeps cookies, sends the CSRF token, and knows when to retry. */
export class ClaimantBrowser {
  readonly #context: ClaimantContext;
  readonly #cookies = new Map<string, string>();

  constructor(context: ClaimantContext) {
    this.#context = context;
  }

  /** Sends a request once, to any of the servers; undefined when no response came. */
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
   * Retries until a response does not ask for another retry; undefined after this many attempts, or
   * at the end of the test.
   */
  async sendUntilAnswered(request: Request, tries = Infinity): Promise<Answer | undefined> {
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

  /** Whether the server, or the proxy in its place, asks for a retry. */
  isLater({ status }: Answer): boolean {
    return (this.#context.network.certificate === undefined ? later : laterFromProxy).has(status);
  }

  /** A request is sent again, because no answer or this one came. */
  countRepeat({ method, path }: Request, answer: Answer | undefined): void {
    this.#context.sent.repeated.push(`${method} ${path}: ${answer?.status ?? 'no answer'}`);
  }

  /** The bytes of a whole request, for clients that send it in their own way. */
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

  /** A response that nobody should get. */
  recordUnexpected({ method, path }: Pick<Request, 'method' | 'path'>, { status, text }: Answer): void {
    this.#context.sent.unexpectedResponses.push({
      request: `${method} ${path.replace(/\d{10}/, 'N')}`,
      status,
      text: text.slice(0, 500),
    });
  }
}

function pauseAfter(answer: Answer | undefined): number {
  const asked = Number(answer?.headers['retry-after'] ?? 0) * 1_000;
  return Math.min(maxPauseMilliseconds, asked) + 100 + Math.random() * 400;
}

interface ClaimantPlan {
  readonly claim: GeneratedClaim;
  readonly documents: readonly GeneratedDocument[];
  readonly mode: 'whole' | 'chunks';
  /** Leaves for good after the first failed attempt. */
  readonly isImpatient: boolean;
  /** Submits once more after the response, as if it had not come. */
  readonly repeats: boolean;
}

/**
 * A claimant who behaves like the form: one key, retried until there is a response; then the
 * documents, also with retries.
 */
export async function actAsClaimant(
  context: ClaimantContext,
  plan: ClaimantPlan,
  takeToken: () => Promise<string>,
): Promise<void> {
  const browser = new ClaimantBrowser(context);
  const { claim, documents } = plan;
  if (!(await enter(browser, claim))) return;
  const sent = recordClaim(context, claim);
  const claimNumber = await fileClaim(browser, sent, plan, takeToken);
  if (claimNumber === undefined) return;
  sent.documents.push(...documents.map((document) => document.sent));
  for (const document of documents) {
    if (plan.mode === 'whole') await sendWhole(browser, claim.form.resource, claimNumber, document);
    else await sendInChunks(browser, claimNumber, document);
  }
}

/** A claim that nobody has sent yet. */
export function recordClaim({ sent }: ClaimantContext, claim: GeneratedClaim): SentClaim {
  const { answers, email, form } = claim;
  const what = { key: randomUUID(), formId: form.id, formVersion: form.version, answers, email, ...noticeOf(claim) };
  const recorded: SentClaim = { ...what, documents: [], isSent: false };
  sent.claims.push(recorded);
  return recorded;
}

function noticeOf({ member, answers }: GeneratedClaim): { noticeId?: string } {
  if (member) return { noticeId: member.noticeId };
  const { noticeId } = answers;
  return typeof noticeId === 'string' ? { noticeId } : {};
}

/** Opens the form, with a login if the form requires one. */
async function enter(browser: ClaimantBrowser, { member }: GeneratedClaim): Promise<boolean> {
  const session = await browser.sendUntilAnswered({ method: 'GET', path: '/api/session', headers: {} });
  if (session === undefined || member === undefined) return session !== undefined;
  const login: Request = {
    method: 'GET',
    path: '/api/login/creds/',
    headers: { [uniqueIdHeader]: member.uniqueId, [noticeIdHeader]: member.noticeId },
  };
  const answer = await browser.sendUntilAnswered(login);
  if (answer === undefined) return false;
  if (answer.status === 200 && answer.text.includes(member.noticeId)) return true;
  browser.recordUnexpected(login, answer);
  return false;
}

/** @param token without one, as a form without a captcha is sent */
export function claimRequest(sent: SentClaim, form: ClaimForm, documentsToFollow: number, token?: string): Request {
  const captcha = token === undefined ? {} : { googleRecaptchaToken: token };
  const body = { ...sent.answers, formVersion: form.version, documentsToFollow, ...captcha };
  return {
    method: 'POST',
    path: `/api/${form.resource}`,
    headers: { 'content-type': 'application/json', [idempotencyHeader]: sent.key },
    body: Buffer.from(JSON.stringify(body)),
    onSent: () => (sent.isSent = true),
  };
}

function hasCaptcha({ form }: GeneratedClaim): boolean {
  return form.sections.some(({ items }) => items.some(({ kind }) => kind === 'captcha'));
}

async function fileClaim(
  browser: ClaimantBrowser,
  sent: SentClaim,
  plan: ClaimantPlan,
  takeToken: () => Promise<string>,
): Promise<string | undefined> {
  const { claim: generated, documents } = plan;
  const token = hasCaptcha(generated) ? await takeToken() : undefined;
  const request = claimRequest(sent, generated.form, documents.length, token);
  const answer = await browser.sendUntilAnswered(request, plan.isImpatient ? 1 : Infinity);
  if (answer === undefined) return undefined;
  const claim = answer.status === 201 ? readClaim(answer.text) : undefined;
  if (claim === undefined) {
    browser.recordUnexpected(request, answer);
    return undefined;
  }
  const { claimNumber } = claim;
  sent.answered = { ...claim, at: performance.now() };
  if (plan.repeats) {
    const again = await browser.sendUntilAnswered(request);
    if (again && (again.status !== 201 || readClaim(again.text)?.claimNumber !== claimNumber))
      browser.recordUnexpected(request, again);
  }
  return claimNumber;
}
