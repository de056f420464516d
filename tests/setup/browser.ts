import type { CreatedClaim } from '@redress/contract/claims';
import type { Problem } from '@redress/contract/problem';
import type { CredentialsAnswer, Session } from '@redress/contract/session';
import type { Challenge } from 'altcha-lib';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { solve } from './easy-captcha.ts';
import type { Member, TestServer } from './test-server.ts';

type App = TestServer['app'];
type Body = Readonly<Record<string, unknown>>;

/** The answers break no rule. They have no captcha. */
export const goodAnswers: Body = {
  name1: 'Jane Doe',
  street1: '12 Larkmoor Lane',
  city: 'Phoenix',
  state: 'Arizona',
  zip: '85001',
  phone1: '602 555-0100',
  email: 'jane.doe@example.com',
  classMemberConfirmation: true,
  repealerStateTotalAmountPaid: '1250.5',
  totalNumOfPrescriptions: '24',
  insuranceQuestion: 'Yes',
  signature: 'Jane Doe',
};

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Tests read the fields of the JSON body that they expect. Missing ones are undefined. */
  readonly body: AnyBody;
}
interface AnyBody extends CreatedClaim, Omit<Session, 'captcha'>, Omit<CredentialsAnswer, 'claim'> {
  readonly code: Problem['code'];
  readonly files: readonly { name: string; stored: boolean; duplicate?: boolean; reason?: string; message?: string }[];
  readonly incomplete?: { readonly code: string; readonly detail: string };
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiCall>>>>;
}
interface ApiCall {
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly required: readonly string[] } }>>;
  };
}

export interface ChosenFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly field?: string;
}

export function multipart(fields: readonly (readonly [string, string])[], files: readonly ChosenFile[] = []) {
  const boundary = `----form-${randomUUID()}`;
  const chunks: Buffer[] = fields.map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  for (const { name, bytes, field = 'files' } of files)
    chunks.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/**
 * A browser tab keeps cookies and the tokens of its claims, sends the CSRF token, and may send a
 * language.
 */
export class Browser {
  readonly #app: App;
  readonly cookies = new Map<string, string>();
  /** The keys are claim numbers. */
  readonly receiptTokens = new Map<string, string>();
  readonly address: string;
  readonly #language: string | undefined;

  constructor(app: App, address = '127.0.0.1', language?: string) {
    this.#app = app;
    this.address = address;
    this.#language = language;
  }

  async send(
    method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    options: { headers?: Record<string, string>; body?: string | Buffer } = {},
  ): Promise<Answer> {
    const response = await this.#app.inject({
      method,
      url,
      remoteAddress: this.address,
      headers: {
        cookie: this.cookieHeader(),
        'x-xsrf-token': this.cookies.get('XSRF-TOKEN') ?? '',
        'receipt-token': this.receiptTokens.get(/^\/api\/claims\/(\d{10})\//.exec(url)?.[1] ?? '') ?? '',
        ...(this.#language === undefined ? {} : { 'accept-language': this.#language }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { payload: options.body }),
    });
    for (const { name, value } of response.cookies) this.cookies.set(name, value);
    const isJson = (response.headers['content-type'] ?? '').includes('json');
    const body = (isJson && response.body !== '' ? response.json() : {}) as AnyBody;
    if (body.receiptToken !== undefined) this.receiptTokens.set(body.claimNumber, body.receiptToken);
    return { status: response.statusCode, headers: response.headers, text: response.body, body };
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  session(): Promise<Answer> {
    return this.send('GET', '/api/session');
  }

  logIn({ noticeId, uniqueId }: Member): Promise<Answer> {
    return this.send('GET', '/api/login/creds/', { headers: { p1: uniqueId, p2: noticeId } });
  }

  async solveCaptcha(): Promise<string> {
    const { text } = await this.send('GET', '/api/captcha/challenge');
    return solve(JSON.parse(text) as Challenge);
  }

  post(body: unknown, key?: string, resource?: string): Promise<Answer> {
    return this.postText(JSON.stringify(body), key, 'application/json', resource);
  }

  postText(
    body: string,
    key?: string,
    contentType = 'application/json',
    resource = 'ConsumerClaimants',
  ): Promise<Answer> {
    const headers = { 'content-type': contentType, ...(key === undefined ? {} : { 'idempotency-key': key }) };
    return this.send('POST', `/api/${resource}`, { headers, body });
  }

  /** Files a complete claim with a new captcha. */
  async fileClaim(answers: Body = goodAnswers, key: string = randomUUID()): Promise<Answer> {
    return this.post({ ...answers, googleRecaptchaToken: await this.solveCaptcha() }, key);
  }

  upload(claimNumber: string, files: readonly ChosenFile[], resource = 'ConsumerClaimants'): Promise<Answer> {
    const { contentType, body } = multipart([], files);
    const url = `/api/${resource}/SubmitDocuments?claimnumber=${claimNumber}`;
    return this.send('POST', url, { headers: { 'content-type': contentType }, body });
  }
}

/** Opens a browser and logs in a class member. */
export async function logInBrowser(app: App, member: Member, address?: string, language?: string): Promise<Browser> {
  const browser = new Browser(app, address, language);
  await browser.session();
  const { status, body } = await browser.logIn(member);
  expect([status, body.noticeId]).toEqual([200, member.noticeId]);
  return browser;
}

/** Asserts a problem document with its status. */
export function expectProblem(answer: Answer, status: number, code: Problem['code']): Problem {
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer.headers['cache-control']).toBe('no-store');
  const problem = JSON.parse(answer.text) as Problem;
  expect(problem.status).toBe(status);
  expect(problem.title).not.toBe('');
  expect(problem.detail).not.toBe('');
  return problem;
}
