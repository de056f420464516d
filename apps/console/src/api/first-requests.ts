import { languageHeader } from '@redress/contract/http-headers';

const sent = new Map<string, Promise<Response | undefined>>();

/** An answer that is older is not shown: the person opens the screen later, from another one. */
const maxAgeMilliseconds = 60_000;

/** Every request of the console has these. */
export const commonRequest = { headers: { [languageHeader]: 'en' }, cache: 'no-store' } as const;

/** Sends a GET request before the console has loaded, which takes its answer later. */
export function sendAhead(path: string): void {
  const url = `/api/console${path}`;
  // Without an answer, the console asks again.
  const answer = fetch(url, commonRequest).catch(() => undefined);
  sent.set(url, answer);
}

/** The answer to a request that was sent ahead. Each is taken once. */
export async function takeAnswer(method: string, url: string): Promise<Response | undefined> {
  const waiting = method === 'GET' ? sent.get(url) : undefined;
  if (!waiting || performance.now() > maxAgeMilliseconds) return undefined;
  sent.delete(url);
  const answer = await waiting;
  // Without a session, all are refused. After the sign-in, screens ask again.
  if (answer?.ok !== true) sent.clear();
  return answer;
}
