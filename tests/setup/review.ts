import { settlement } from '@redress/content/settlement';
import type { ClaimReview, LeasedClaim, Outcome, Queue } from '@redress/contract/console/review';
import type { Settlement } from '@redress/contract/settlement';
import { runReview } from '@redress/server/console/review/review-job';
import { randomUUID } from 'node:crypto';
import { type Browser, goodAnswers, logInBrowser } from './browser.ts';
import type { ConsoleAnswer, ConsoleTab } from './console.ts';
import { fileIndividual, individualAnswers, openForm } from './sample-claims.ts';
import { keys, memberOf, type TestServer } from './test-server.ts';
import { pdf } from './uploads.ts';

/** The server's job does this every second. */
export const runReviewOf = ({ database, now }: TestServer, changed: Settlement = settlement): Promise<void> =>
  runReview({ database, keys, settlement: changed, now: () => now });

/** Files a claim of a consumer with a document, so that nothing is missing. Returns its number. */
export async function fileReady(
  server: TestServer,
  index = 0,
  answers: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly number: string; readonly browser: Browser }> {
  const browser = await logInBrowser(server.app, memberOf(index));
  const number = (await browser.fileClaim({ ...goodAnswers, ...answers })).body.claimNumber;
  await browser.upload(number, [{ name: 'bill.pdf', bytes: pdf(1_000) }]);
  return { number, browser };
}

/** Files a claim on the form whose answer is a range of amounts. Returns its number. */
export async function fileRange(server: TestServer, answers: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { noticeId: _noticeId, ...given } = { ...individualAnswers, ...answers };
  return (await fileIndividual(await openForm(server.app), given)).body.claimNumber;
}

export const readReviewOf = async (tab: ConsoleTab, number: string): Promise<ClaimReview> =>
  (await tab.get<ClaimReview>(`/claims/${number}/review`)).body;

export const nextOf = (tab: ConsoleTab, queue: Queue = {}, skip: readonly string[] = []) =>
  tab.post<LeasedClaim & ConsoleAnswer['body']>('/review/next', { queue, skip });

export interface TestDecision {
  readonly outcome: Outcome;
  readonly reasons?: readonly string[];
  readonly recognizedAmount?: string;
  readonly survivingClaim?: string;
  readonly note?: string;
  readonly id?: string;
}

/** Decides a claim at its current review version, or at another one. */
export async function decide(
  tab: ConsoleTab,
  number: string,
  { id = randomUUID(), reasons = [], ...decision }: TestDecision,
  version?: number,
) {
  const seen = version ?? (await readReviewOf(tab, number)).version;
  return tab.post<ClaimReview & ConsoleAnswer['body']>(
    `/claims/${number}/decisions`,
    { id, reasons, ...decision },
    { 'if-match': `"${seen}"` },
  );
}

/** Cures, reopens, withdraws or voids a claim in the version that the review has now. */
export async function changeReview(
  tab: ConsoleTab,
  number: string,
  change: 'cure' | 'reopen' | 'withdraw' | 'void',
  reason = 'the claimant called',
) {
  const { version } = await readReviewOf(tab, number);
  return tab.post<ClaimReview & ConsoleAnswer['body']>(
    `/claims/${number}/${change}`,
    { reason },
    { 'if-match': `"${version}"` },
  );
}

/** Moves the server's clock. */
export function pass(server: TestServer, seconds: number): void {
  server.now = new Date(server.now.getTime() + seconds * 1_000);
}
