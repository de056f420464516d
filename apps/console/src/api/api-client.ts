import type { Answer, ConsoleRoute, RequestParts } from '@redress/contract/console/api';
import { backgroundHeader, xsrfCookie, xsrfHeader } from '@redress/contract/http-headers';
import type { Problem, ProblemCode } from '@redress/contract/problem';
import { commonRequest, takeAnswer } from './first-requests.ts';
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

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as they are, instead of a JSON body. */
  readonly bytes?: Blob | FormData;
  readonly signal?: AbortSignal;
  /** Leaves a missing sign-in to the caller. */
  readonly isAsking?: false;
  /** Instead of JSON. */
  readonly as?: 'bytes';
  /** Goes on when the tab is closed. */
  readonly outlivesPage?: true;
}

/** What a call of any route may carry. */
interface AnyCall extends CallOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly search?: string;
  readonly body?: unknown;
}

/** What a call of a route has to carry, and may. */
type Call<Route extends ConsoleRoute> = CallOptions &
  RequestParts<Route> &
  (Answer<Route> extends ArrayBuffer ? { readonly as: 'bytes' } : unknown);

/** A route whose requests carry nothing. */
type PlainRoute = { [Route in ConsoleRoute]: CallOptions extends Call<Route> ? Route : never }[ConsoleRoute];

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
 * Calls a route of `/api/console`. When a sign-in is needed, asks for it and then sends the request
 * again.
 * @throws ApiError
 */
export function callApi<Route extends PlainRoute>(route: Route, call?: CallOptions): Promise<Answer<Route>>;
export function callApi<Route extends ConsoleRoute>(route: Route, call: Call<Route>): Promise<Answer<Route>>;
export async function callApi(route: ConsoleRoute, call: CallOptions = {}): Promise<unknown> {
  const tried = new Set<ApiError['code']>();
  for (;;) {
    try {
      return await send(route, call);
    } catch (error) {
      if (!(error instanceof ApiError) || tried.has(error.code)) throw error;
      tried.add(error.code);
      if (call.isAsking === false && error.code !== 'bad-token') throw error;
      if ((await remedies[error.code]?.()) !== true) throw error;
    }
  }
}

async function send(
  route: ConsoleRoute,
  { params = {}, query, search, body, bytes, headers, signal, as, outlivesPage }: AnyCall,
): Promise<unknown> {
  const [method = '', path = ''] = route.split(' ');
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const parameters = new URLSearchParams(query ?? search).toString();
  if (method !== 'GET' && readToken() === '') await fetch('/api/session').catch(() => undefined);
  // Screens ask again and again by themselves. A long upload is work, although nobody touches a
  // key.
  const isBackground = !takeActivity() && bytes === undefined;
  const url = `/api/console${filled}${parameters && `?${parameters}`}`;
  const sending = async () =>
    (await takeAnswer(method, url)) ??
    fetch(url, {
      ...commonRequest,
      method,
      headers: {
        ...commonRequest.headers,
        ...(method === 'GET' ? {} : { [xsrfHeader]: readToken() }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(isBackground && { [backgroundHeader]: '1' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(bytes && { body: bytes }),
      ...(signal && { signal }),
      keepalive: outlivesPage === true,
    });
  const response = await sending().catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new ApiError('offline', 0, 'No answer from the server. Check your connection, then try again.');
  });
  let problem: Partial<Problem> = {};
  try {
    if (response.ok && as === 'bytes') return await response.arrayBuffer();
    const answer: unknown = JSON.parse((await response.text()) || 'null');
    if (response.ok) return answer;
    if (isProblem(answer)) problem = answer;
  } catch {
    // A page of a proxy.
  }
  const { code = 'unreadable', detail = 'The server sent an unexpected answer. Try again in a moment.' } = problem;
  throw new ApiError(code, response.status, detail, problem);
}

const isProblem = (answer: unknown): answer is Problem =>
  typeof answer === 'object' && answer !== null && 'code' in answer && 'detail' in answer;

function readToken(): string {
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(`${xsrfCookie}=`));
  return decodeURIComponent(cookie?.slice(xsrfCookie.length + 1) ?? '');
}
