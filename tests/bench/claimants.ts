import { noticeIdHeader, uniqueIdHeader, xsrfCookie } from '@redress/contract/http-headers';
import { memberOf } from '../setup/test-server.ts';

/** With this many, two claims under one Notice ID are never in flight at once. */
export const claimantCount = 2_000;
const loginsAtOnce = 16;

/** The browser of an invented person sends this login. */
export interface Claimant {
  readonly cookies: string;
  readonly token: string;
}

/**
 * Logs the invented class members in through the API. The logins are valid for two hours, on any
 * server with the same keys.
 */
export async function logInAll(address: string): Promise<Claimant[]> {
  const claimants: Claimant[] = [];
  for (let first = 0; first < claimantCount; first += loginsAtOnce) {
    const batch = Array.from({ length: Math.min(loginsAtOnce, claimantCount - first) }, (_, index) => first + index);
    claimants.push(...(await Promise.all(batch.map((index) => logIn(address, index)))));
  }
  return claimants;
}

async function logIn(address: string, index: number): Promise<Claimant> {
  const { noticeId, uniqueId } = memberOf(index);
  const answer = await fetch(`${address}/api/login/creds/`, {
    headers: { [uniqueIdHeader]: uniqueId, [noticeIdHeader]: noticeId },
  });
  const text = await answer.text();
  if (!answer.ok || text === '') throw new Error(`A claimant could not log in: ${answer.status} ${text}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith(`${xsrfCookie}=`))?.slice(xsrfCookie.length + 1) ?? '';
  return { cookies: cookies.join('; '), token };
}
