import { createStaffSession } from '@redress/server/console/sign-in/staff-sessions';
import { openDatabase } from '@redress/server/platform/database/pool';
import { expect, type Page } from '@playwright/test';
import type { Outcome } from '@redress/contract/console/review';
import { randomInt, randomUUID } from 'node:crypto';
import { createPerson, type TestPerson } from '../setup/console.ts';
import { companyAnswers } from '../setup/sample-claims.ts';
import { postToConsole } from './console.ts';
import { query } from './filed-claims.ts';
import { address } from './settings.ts';

/** A client that keeps cookies and repeats the CSRF token, as browsers do. */
class ApiClient {
  readonly #cookies = new Map<string, string>();

  constructor(cookies: Readonly<Record<string, string>> = {}) {
    for (const [name, value] of Object.entries(cookies)) this.#cookies.set(name, value);
  }

  async send(method: string, path: string, body?: BodyInit, headers: Readonly<Record<string, string>> = {}) {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': this.#cookies.get('XSRF-TOKEN') ?? '',
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? [];
      this.#cookies.set(name, value);
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return text;
  }
}

export interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Files a payor's claim with documents through the website's API, and returns its number. */
export async function fileClaim(files: readonly SentFile[] = [], answers: object = {}): Promise<string> {
  const client = new ApiClient();
  await client.send('GET', '/api/session');
  const sent = await client.send('POST', '/api/TppClaimants', JSON.stringify({ ...companyAnswers, ...answers }), {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  });
  const parse: (json: string) => { readonly claimNumber: string } = JSON.parse;
  const { claimNumber } = parse(sent);
  for (const { name, bytes } of files) {
    const form = new FormData();
    form.append('files', new Blob([new Uint8Array(bytes)]), name);
    await client.send('POST', `/api/TppClaimants/SubmitDocuments?claimnumber=${claimNumber}`, form);
  }
  return claimNumber;
}

/**
 * Answers of a payor that shares nothing with other claims, so that no other claim is scored again.
 */
export function ownAnswers() {
  // No employer number begins with 89.
  const own = String(randomInt(10_000_000, 89_000_000));
  return {
    healthPlanCompanyName: `Slate ${own} Health Fund`,
    contactName: `Ann S${own}`,
    street1: `${own.slice(0, 4)} Slate Lane`,
    zip: '03301',
    city: 'Concord',
    state: 'New Hampshire',
    phone1: `603555${own.slice(4)}`,
    emailAddress: `claims@s${own}.example.com`,
    tin: `8${own}`,
    otherNames: '',
    signature: `Ann S${own}`,
  };
}

/** Another person adds a note, at another computer. */
export async function addNoteAsColleague(claimNumber: string, text: string): Promise<TestPerson> {
  const person = await createPerson(process.env['E2E_DATABASE_URL'] ?? '', ['reviewer']);
  const client = new ApiClient({ 'redress-staff': person.token });
  await client.send('GET', '/api/console/session');
  const note = JSON.stringify({ id: randomUUID(), text });
  await client.send('POST', `/api/console/claims/${claimNumber}/notes`, note, { 'content-type': 'application/json' });
  return person;
}

/** Another person decides a claim, at another computer. */
export async function decideAsColleague(
  claimNumber: string,
  decided: { readonly outcome: Outcome; readonly reasons: readonly string[] },
): Promise<void> {
  const person = await createPerson(process.env['E2E_DATABASE_URL'] ?? '', ['reviewer']);
  const client = new ApiClient({ 'redress-staff': person.token });
  await client.send('GET', '/api/console/session');
  const parse: (json: string) => { readonly version: number } = JSON.parse;
  const { version } = parse(await client.send('GET', `/api/console/claims/${claimNumber}/review`));
  const decision = JSON.stringify({ id: randomUUID(), ...decided });
  const headers = { 'content-type': 'application/json', 'if-match': `"${version}"` };
  await client.send('POST', `/api/console/claims/${claimNumber}/decisions`, decision, headers);
}

/** Lets a decision take effect now, instead of ten seconds after it was made. */
export async function releaseDecision(claimNumber: string): Promise<void> {
  const claim = 'claim_id = (select id from claims where number = $1)';
  const text = `update claim_review set release_at = now() where ${claim} and status = 'proposed' returning claim_id`;
  // A key was pressed, but the decision may not have been made yet.
  await expect.poll(() => query(text, [claimNumber]), { intervals: [100] }).toHaveLength(1);
  await waitForJobs(`select from claim_history where ${claim} and kind = 'decision-released'`, [claimNumber]);
}

/** Ends all sessions of a person, as if they had been away. */
export const endSessions = (person: TestPerson) =>
  query('update staff_sessions set ended_at = now() where staff_id = $1', [person.id]);

/** The value of the cookie of a new session. */
export async function createSession(person: Pick<TestPerson, 'id'>): Promise<string> {
  const { database, close } = openDatabase(process.env['E2E_DATABASE_URL'] ?? '', () => {});
  try {
    const session = { method: 'passkey', userAgent: 'tests' } as const;
    const { token } = await createStaffSession({ database, now: () => new Date() }, person.id, session);
    return token;
  } finally {
    await close();
  }
}

/**
 * Waits until a query finds this many rows that the server's jobs make. Makes jobs due at once that
 * run only every few seconds, or once a minute.
 */
export async function waitForJobs(text: string, values: readonly unknown[], count = 1): Promise<void> {
  const runAndFind = async () => {
    await query(
      "update periodic_jobs set due_at = 'epoch' where name in ('claim-search', 'integrity', 'review', 'seal')",
      [],
    );
    return query(text, values);
  };
  await expect.poll(runAndFind, { intervals: [100] }).toHaveLength(count);
}

/**
 * Files a claim, and waits until lists, search and dashboard include it, and reports can count it.
 */
export async function fileSealedClaim(): Promise<void> {
  const number = await fileClaim();
  await waitForJobs(
    `select from claim_search join claim_history using (claim_id)
     where number = $1 and position = 1 and id <= (select max(last_entry) from history_seals)`,
    [number],
  );
}

/**
 * Assigns claims to a person, so that no queue gives them to others, and waits until lists and
 * queues show it. A supervisor must be signed in.
 */
export async function assignTo(page: Page, person: TestPerson, numbers: readonly string[]): Promise<void> {
  for (const number of numbers)
    expect((await postToConsole(page, `/claims/${number}/assignment`, { to: person.id })).status()).toBe(200);
  const assigned = 'select from claim_search where number = any($1) and assignee = $2';
  await waitForJobs(assigned, [numbers, person.id], numbers.length);
}

/**
 * Files claims that only this person gets from a queue, in this order. Waits for their scores,
 * because a queue would pass over a claim that is being scored.
 */
export async function fileAssigned(
  page: Page,
  person: TestPerson,
  count: number,
  files: readonly SentFile[] = [],
): Promise<string[]> {
  const numbers: string[] = [];
  for (let filed = 0; filed < count; filed += 1)
    numbers.push(await fileClaim(files, { ...ownAnswers(), repealerStateTotalAmountPaid: '1250.50' }));
  await assignTo(page, person, numbers);
  const scored = 'select from claim_scores join claims on claims.id = claim_id where number = any($1)';
  await waitForJobs(scored, [numbers], count);
  return numbers;
}
