import { backgroundHeader, languageHeader, xsrfCookie, xsrfHeader } from '@redress/contract/http-headers';
import type { Problem, ProblemCode } from '@redress/contract/problem';
import { takeActivity } from './person-activity.ts';

/** What the server answered instead of data, or that no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /**
   * `offline`: no answer came. `unreadable`: not one of our server's answers. `device`: what the
   * server needs from the person's device did not come.
   */
  readonly code: ProblemCode | 'offline' | 'unreadable' | 'device';
  readonly status: number;
  readonly problem: Partial<Problem>;

  constructor(code: ApiError['code'], status: number, detail: string, problem: Partial<Problem> = {}) {
    super(detail);
    this.code = code;
    this.status = status;
    this.problem = problem;
  }
}

/**
 * Why somebody has to prove who they are: the session has ended, or the action needs a new proof.
 */
export type SignInReason = 'ended' | 'fresh';
type AskToSignIn = (reason: SignInReason) => Promise<boolean>;

/** Until the console shows, nobody can be asked. */
let askToSignIn: AskToSignIn = () => Promise.resolve(false);

export const requestSignIn: AskToSignIn = (reason) => askToSignIn(reason);

/** Sets what asks the person to sign in, over the page and without losing what they typed. */
export function whenSignInIsNeeded(ask: AskToSignIn): void {
  askToSignIn = ask;
}

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as they are, instead of a JSON body. */
  readonly bytes?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Leaves a missing sign-in to the caller. */
  readonly isAsking?: false;
  /** Instead of JSON. */
  readonly as?: 'bytes';
  /** Goes on when the tab is closed. */
  readonly outlivesPage?: true;
}

/** What can be put right before a request is sent again, by the code of its answer. */
const remedies: Partial<Record<ApiError['code'], () => Promise<boolean>>> = {
  // A GET request sets a new token.
  'bad-token': () =>
    fetch('/api/session').then(
      ({ ok }) => ok,
      () => false,
    ),
  'sign-in-required': () => askToSignIn('ended'),
  'fresh-sign-in-required': () => askToSignIn('fresh'),
};

/**
 * Calls `/api/console/…`. When a sign-in is needed, asks for it and then sends the request again.
 * @throws ApiError
 */
export function callApi(path: string, options: RequestOptions & { readonly as: 'bytes' }): Promise<ArrayBuffer>;
export function callApi<Data>(path: string, options?: RequestOptions): Promise<Data>;
export async function callApi(path: string, options: RequestOptions = {}): Promise<unknown> {
  const tried = new Set<ApiError['code']>();
  for (;;) {
    try {
      return await send(path, options);
    } catch (error) {
      if (!(error instanceof ApiError) || tried.has(error.code)) throw error;
      tried.add(error.code);
      if (options.isAsking === false && error.code !== 'bad-token') throw error;
      if ((await remedies[error.code]?.()) !== true) throw error;
    }
  }
}

async function send(
  path: string,
  { method = 'GET', body, bytes, headers, signal, as, outlivesPage }: RequestOptions,
): Promise<unknown> {
  if (method !== 'GET' && readToken() === '') await fetch('/api/session').catch(() => undefined);
  // Screens ask again and again by themselves. A long upload is work, although nobody touches a
  // key.
  const isBackground = !takeActivity() && bytes === undefined;
  const response = await fetch(`/api/console${path}`, {
    method,
    headers: {
      [languageHeader]: 'en',
      ...(method === 'GET' ? {} : { [xsrfHeader]: readToken() }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(isBackground && { [backgroundHeader]: '1' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(bytes && { body: bytes }),
    ...(signal && { signal }),
    cache: 'no-store',
    keepalive: outlivesPage === true,
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new ApiError('offline', 0, 'No answer from the server. Check your connection, then try again.');
  });
  const problem: Partial<Problem> = {};
  try {
    if (response.ok && as === 'bytes') return await response.arrayBuffer();
    const text = (await response.text()) || 'null';
    const parse: (json: string) => unknown = JSON.parse;
    if (response.ok) return parse(text);
    const parseProblem: (json: string) => Partial<Problem> | null = JSON.parse;
    Object.assign(problem, parseProblem(text));
  } catch {
    // A page of a proxy.
  }
  const { code = 'unreadable', detail = 'The server did not answer as expected. Try again in a moment.' } = problem;
  throw new ApiError(code, response.status, detail, problem);
}

function readToken(): string {
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(`${xsrfCookie}=`));
  return decodeURIComponent(cookie?.slice(xsrfCookie.length + 1) ?? '');
}
