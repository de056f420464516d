import type { Answer, ConsoleRoute, RequestParts } from '@redress/contract/console/api';
import { backgroundHeader, xsrfCookie, xsrfHeader } from '@redress/contract/http-headers';
import type { Problem, ProblemCode } from '@redress/contract/problem';
import { commonRequest, takeAnswer } from './first-requests.ts';
import { takeActivity } from './person-activity.ts';

/** An error from the server, or a missing answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /**
   * `offline`: no answer came. `unreadable`: the answer is not from our server. `device`: the
   * person's device did not provide the required data.
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

/** The reason for a sign-in: the session has ended, or the action needs a new proof of identity. */
export type SignInReason = 'ended' | 'fresh';
type AskToSignIn = (reason: SignInReason) => Promise<boolean>;

/** The console can ask for a sign-in only after it has rendered. */
let askToSignIn: AskToSignIn = () => Promise.resolve(false);

export const requestSignIn: AskToSignIn = (reason) => askToSignIn(reason);

/**
 * Sets the function that asks the person to sign in, over the page and without losing typed text.
 */
export function whenSignInIsNeeded(ask: AskToSignIn): void {
  askToSignIn = ask;
}

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged, instead of a JSON body. */
  readonly bytes?: Blob | FormData;
  readonly signal?: AbortSignal;
  /** Leaves a missing sign-in to the caller. */
  readonly isAsking?: false;
  /** The type of the body, when it is not JSON. */
  readonly as?: 'bytes';
  /** Continues when the tab is closed. */
  readonly outlivesPage?: true;
}

/** The options that a call of any route accepts. */
interface AnyCall extends CallOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly search?: string;
  readonly body?: unknown;
}

/** The options that a call of a route requires or accepts. */
type Call<Route extends ConsoleRoute> = CallOptions &
  RequestParts<Route> &
  (Answer<Route> extends ArrayBuffer ? { readonly as: 'bytes' } : unknown);

/** A route whose requests carry neither parameters nor a body needs no options. */
type CallArguments<Route extends ConsoleRoute> =
  CallOptions extends Call<Route> ? readonly [call?: CallOptions] : readonly [call: Call<Route>];

/** Fixes that let a request succeed on a second try, by the error code of the first answer. */
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
 * Calls a route of `/api/console`. If the server requires a sign-in, asks for it and repeats the
 * request.
 * @throws ApiError
 */
export function callApi<Route extends ConsoleRoute>(
  route: Route,
  ...call: CallArguments<Route>
): Promise<Answer<Route>>;
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

/** A query whose data is the answer of a route. */
export const apiQuery = <const Key extends readonly unknown[], Route extends ConsoleRoute>(
  queryKey: Key,
  route: Route,
  ...call: CallArguments<Route>
) => ({ queryKey, queryFn: () => callApi(route, ...call) });

/** Fetches of personal data are logged as views, so each screen fetches once, and soon forgets it. */
export const loggedQuery = { gcTime: 60_000, staleTime: Infinity } as const;

async function send(
  route: ConsoleRoute,
  { params = {}, query, search, body, bytes, headers, signal, as, outlivesPage }: AnyCall,
): Promise<unknown> {
  const [method = '', path = ''] = route.split(' ');
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const parameters = new URLSearchParams(query ?? search).toString();
  if (method !== 'GET' && readToken() === '') await fetch('/api/session').catch(() => undefined);
  // Screens poll by themselves, so only input counts as activity. A long upload counts too, even
  // without input.
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
  const response = await sending().catch(async (error: unknown) => {
    if (signal?.aborted === true) throw error;
    if (bytes && !(await isReadable(bytes))) throw changedFile();
    throw new ApiError('offline', 0, 'No response from the server. Check your connection, then try again.');
  });
  let problem: Partial<Problem> = {};
  try {
    if (response.ok && as === 'bytes') return await response.arrayBuffer();
    const answer: unknown = JSON.parse((await response.text()) || 'null');
    if (response.ok) return answer;
    if (isProblem(answer)) problem = answer;
  } catch {
    // A proxy answered with its own page.
  }
  const { code = 'unreadable', detail = 'The server sent an unexpected response. Try again in a moment.' } = problem;
  throw new ApiError(code, response.status, detail, problem);
}

/** The text of a chosen file. @throws ApiError */
export const readText = (file: Blob): Promise<string> =>
  file.text().catch(() => {
    throw changedFile();
  });

const changedFile = () => new ApiError('device', 0, 'This file has changed on your computer. Choose it again.');

/** False if a file was saved again after it was chosen: the browser refuses to read it. */
async function isReadable(bytes: Blob | FormData): Promise<boolean> {
  const files = bytes instanceof Blob ? [bytes] : [...bytes.values()].filter((value) => typeof value !== 'string');
  return Promise.all(files.map((file) => file.slice(0, 1).arrayBuffer())).then(
    () => true,
    () => false,
  );
}

const isProblem = (answer: unknown): answer is Problem =>
  typeof answer === 'object' && answer !== null && 'code' in answer && 'detail' in answer;

function readToken(): string {
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(`${xsrfCookie}=`));
  return decodeURIComponent(cookie?.slice(xsrfCookie.length + 1) ?? '');
}
