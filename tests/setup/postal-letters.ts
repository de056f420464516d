import type { LetterBatch, LetterBatches } from '@redress/contract/console/letter-batches';
import { settlement } from '@redress/content/settlement';
import { type PlannedLetter, queueLetters } from '@redress/server/claims/letters/queue-letters';
import { letterBatchJobs } from '@redress/server/console/letters/letter-batch-jobs';
import { startJobs } from '@redress/server/platform/jobs/job-runner';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { StaffTab } from './console.ts';
import { lettersOf, queueLetterOf } from './letters.ts';
import { decide, fileReady } from './review.ts';
import { runJobsUntil } from './run-jobs.ts';
import { keys, type TestServer } from './test-server.ts';

export const deficient = { outcome: 'deficient', reasons: ['documents-missing'] } as const;

/** Queues a letter by post about a deficiency. Returns the claim's number and the letter's ID. */
export async function queuePaper(
  server: TestServer,
  reviewer: StaffTab,
  answers: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly number: string; readonly id: string; readonly code: string }> {
  const { number } = await fileReady(server, { email: '', ...answers });
  await decide(reviewer, number, deficient);
  await queueLetterOf(server, number);
  const letter = (await lettersOf(server, number)).at(-1);
  expect(letter).toMatchObject({ channel: 'post', status: 'queued' });
  return { number, id: letter?.id ?? '', code: String(letter?.['code']) };
}

/** Queues a letter by post that no decision needs. */
export async function queueLetter(
  { database, now, query }: Pick<TestServer, 'database' | 'now' | 'query'>,
  number: string,
): Promise<{ readonly id: string; readonly code: string }> {
  const [claim] = await query<{ id: string }>('select id from claims where number = $1', [number]);
  const letter: PlannedLetter = {
    claim: { id: claim?.id ?? '', number },
    kind: 'contact-changed',
    language: 'en',
    template_version: 1,
    channel: 'post',
    email: null,
    decision_id: null,
    address: ['Jane Doe', '12 Larkmoor Lane', 'Phoenix, AZ 85001'],
    content: {
      lang: 'en-US',
      siteName: 'A settlement',
      returnAddress: ['P.O. Box 1'],
      statusPage: 'https://claims.example.com/status',
      phone: '1-800-555-0142',
      date: 'July 1, 2025',
      reference: number,
      subject: 'We changed your address',
      body: ['We changed your address.'],
    },
  };
  return database.transaction().execute(async (transaction) => {
    await queueLetters(transaction, { keys }, [letter], { at: now });
    // Other letters of the claim may have been queued at the same time of the test's clock.
    const queued = transaction.selectFrom('letters').select(['id', 'code']);
    return queued.where(sql`xmin`, '=', sql`pg_current_xact_id()::xid`).executeTakeFirstOrThrow();
  });
}

/** Puts the queued letters of a case into a batch. Returns its ID. */
export async function makeBatch(tab: StaffTab, caseId = 'brand-drug'): Promise<string> {
  const { status, body, text } = await tab.post<{ id: string }>('/letter-batches', { caseId });
  expect([status, text]).toEqual([201, text]);
  return body.id;
}

/** Writes the files of all batches, as the job does. Returns this batch. */
export async function writeBatch(server: TestServer, tab: StaffTab, id: string): Promise<LetterBatch> {
  const { database, store, log, pdfRenderer } = server;
  const now = server.clock;
  const context = { database, store, keys, settlement, now, renderers: [pdfRenderer] };
  const jobs = startJobs(letterBatchJobs(context), { now, log, pollMilliseconds: 20 });
  return runJobsUntil(jobs, async () => {
    const { batch } = (await tab.get<{ batch: LetterBatch }>(`/letter-batches/${id}`)).body;
    return batch.status === 'ready' && batch;
  });
}

export const listBatches = async (tab: StaffTab): Promise<LetterBatches> =>
  (await tab.get<LetterBatches>('/letter-batches')).body;
