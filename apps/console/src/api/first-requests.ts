import { languageHeader } from '@redress/contract/http-headers';

/** Set on a device whose last person may not see the dashboard's figures. */
export const withoutFigures = 'redress-without-figures';

const sent = new Map<string, Promise<Response | undefined>>();

/** Older answers are ignored: the person opened the screen later, from another one. */
const maxAgeMilliseconds = 60_000;

/** Every request of the console has these headers. */
export const commonRequest = { headers: { [languageHeader]: 'en' }, cache: 'no-store' } as const;

/** Sends a GET request while the console is still loading. The loaded console uses the answer. */
export function sendAhead(path: string): void {
  const url = `/api/console${path}`;
  // Without an answer, the console repeats the request.
  const answer = fetch(url, commonRequest).catch(() => undefined);
  sent.set(url, answer);
}

/** Returns the answer to a request that was sent ahead. Each answer is used once. */
export async function takeAnswer(method: string, url: string): Promise<Response | undefined> {
  const waiting = method === 'GET' ? sent.get(url) : undefined;
  if (!waiting || performance.now() > maxAgeMilliseconds) return undefined;
  sent.delete(url);
  const answer = await waiting;
  // Without a session, the server refuses all requests. After the sign-in, screens repeat them.
  if (answer?.ok !== true) sent.clear();
  return answer;
}
