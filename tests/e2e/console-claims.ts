import { createStaffSession } from '@redress/server/staff/staff-sessions';
import { openDatabase } from '@redress/server/database/pool';
import { expect, type Page } from '@playwright/test';
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Answers of a payor that shares nothing with other claims, so that none of them has it scored again. */
export function ownAnswers() {
  const own = String(randomInt(10_000_000, 99_999_999));
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

/**
 * Puts other bytes in the place of a stored document, as no claimant can: the server checks what
 * arrives.
 */
export async function replaceStoredBytes(claimNumber: string, name: string, bytes: Buffer): Promise<void> {
  const [row] = await query<{ id: string; storage_key: string }>(
    `select d.id, storage_key from claim_documents d join claims c on c.id = d.claim_id where c.number = $1 and d.name = $2`,
    [claimNumber, name],
  );
  await writeFile(join(process.env['E2E_MAIL_FOLDER'] ?? '', '../documents', row?.storage_key ?? ''), bytes);
  await query('update claim_documents set size = $2 where id = $1', [row?.id, bytes.length]);
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

/** Ends all sessions of a person, as if they had been away. */
export const endSessions = (person: TestPerson) =>
  query('update staff_sessions set ended_at = now() where staff_id = $1', [person.id]);

/** The value of the cookie of a new session. */
export async function createSession(person: TestPerson): Promise<string> {
  const { database, close } = openDatabase(process.env['E2E_DATABASE_URL'] ?? '', () => {});
  try {
    const session = { method: 'passkey', userAgent: 'tests' } as const;
    const { token } = await createStaffSession({ database, now: () => new Date() }, person.id, session);
    return token;
  } finally {
    await close();
  }
}

/** Files a claim, and waits until lists, search and dashboard know it. */
export async function fileListedClaim(): Promise<void> {
  const number = await fileClaim();
  await expect
    .poll(() => query('select from claim_search where number = $1', [number]), { timeout: 20_000 })
    .toHaveLength(1);
}

/**
 * Assigns claims to a person, so that no queue gives them to others, and waits until lists and queues
 * know it. Somebody who supervises is signed in.
 */
export async function assignTo(page: Page, person: TestPerson, numbers: readonly string[]): Promise<void> {
  for (const number of numbers)
    expect((await postToConsole(page, `/claims/${number}/assignment`, { to: person.id })).status()).toBe(200);
  await expect
    .poll(() => query('select from claim_search where number = any($1) and assignee = $2', [numbers, person.id]), {
      timeout: 20_000,
    })
    .toHaveLength(numbers.length);
}

/** Files a claim that reports can count. */
export async function sealClaim(): Promise<void> {
  await fileListedClaim();
  // Otherwise, a seal is made once a minute.
  await query("update periodic_jobs set due_at = 'epoch' where name = 'seal'", []);
  await expect.poll(() => query('select from history_seals limit 1', []), { timeout: 30_000 }).not.toHaveLength(0);
}

/**
 * Somebody who is in the demonstration’s list asks for the IDs of their notice. Returns the number
 * of the request.
 */
export async function insertIdRequest(): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into id_requests (request_hash, case_id, requested_at, language, suspected_machine, name, street, city, state, zip, phone)
     values ($1, 'brand-drug', now() - interval '3 days', 'en', true, 'Jane Doe', '12 Larkmoor Ln', 'Phoenix', 'Arizona', '85001', '6025550100')
     returning id`,
    [createHash('sha256').update(randomUUID()).digest()],
  );
  return row?.id ?? '';
}
