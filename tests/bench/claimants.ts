import type { Settlement } from '@redress/contract/settlement';
import { noticeIdHeader, uniqueIdHeader, xsrfCookie } from '@redress/contract/http-headers';
import { importMembers } from '@redress/server/class-members/import-members';
import type { Keys } from '@redress/server/keys/keys';
import { Readable } from 'node:stream';
import { formOf } from './answers.ts';

/** Enough that two claims under one Notice ID are never in flight at once. */
const memberCount = 2_000;
const loginsAtOnce = 16;

const header = 'notice_id,unique_id,first_name,last_name,street,city,state,zip,case';
const noticeIdOf = (index: number) => String(300_000_000 + index);
const uniqueIdOf = (index: number) => `BN${String(index).padStart(6, '0')}`;

/** An invented person with a login, as their browser would send it. */
export interface Claimant {
  readonly cookies: string;
  readonly token: string;
}

/** Imports invented class members as an operator would. */
export async function importClaimants(connectionString: string, keys: Keys, settlement: Settlement): Promise<void> {
  const { caseId } = formOf(settlement);
  const rows = Array.from(
    { length: memberCount },
    (_, index) => `${noticeIdOf(index)},${uniqueIdOf(index)},Jane,Doe,1 Main Street,Phoenix,Arizona,85001,${caseId}`,
  );
  const csv = Readable.from([[header, ...rows].join('\n')]);
  const { imported, firstBad } = await importMembers({ connectionString, keys, cases: new Set([caseId]), csv });
  if (imported !== memberCount) throw new Error(`The class members were refused: ${JSON.stringify(firstBad[0])}`);
}

/**
 * Logs all of them in through the API. The logins are valid for two hours, on any server with the
 * same keys.
 */
export async function logInAll(address: string): Promise<Claimant[]> {
  const claimants: Claimant[] = [];
  for (let first = 0; first < memberCount; first += loginsAtOnce) {
    const batch = Array.from({ length: Math.min(loginsAtOnce, memberCount - first) }, (_, index) => first + index);
    claimants.push(...(await Promise.all(batch.map((index) => logIn(address, index)))));
  }
  return claimants;
}

async function logIn(address: string, index: number): Promise<Claimant> {
  const answer = await fetch(`${address}/api/login/creds/`, {
    headers: { [uniqueIdHeader]: uniqueIdOf(index), [noticeIdHeader]: noticeIdOf(index) },
  });
  const text = await answer.text();
  if (!answer.ok || text === '') throw new Error(`A claimant could not log in: ${answer.status} ${text}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith(`${xsrfCookie}=`))?.slice(xsrfCookie.length + 1) ?? '';
  return { cookies: cookies.join('; '), token };
}
