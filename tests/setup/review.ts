import { settlement } from '@redress/content/settlement';
import type { Approvals } from '@redress/contract/console/approvals';
import type { ClaimDetails } from '@redress/contract/console/claim-details';
import type { ClaimReview, LeasedClaim, Outcome, Queue } from '@redress/contract/console/review';
import type { Settlement } from '@redress/contract/settlement';
import { finalizeClaims } from '@redress/server/console/review/change-status';
import { runReview } from '@redress/server/console/review/review-job';
import { randomUUID } from 'node:crypto';
import { type Browser, goodAnswers, logInBrowser } from './browser.ts';
import type { ConsoleAnswer, ConsoleTab } from './console.ts';
import { fillSearchOf } from './fill-search.ts';
import { readHistory } from './read-history.ts';
import { keys, memberOf, pass, type TestServer } from './test-server.ts';
import { pdf } from './uploads.ts';

/** The server's job does this every second. */
export const runReviewOf = ({ database, now }: TestServer, changed: Settlement = settlement): Promise<void> =>
  runReview({ database, keys, settlement: changed, now: () => now, isScanned: false });

/** The numbers that `fileReady` got from a server. */
const filedOn = new WeakMap<TestServer, string[]>();

/**
 * Files a claim of a consumer with a document, so that nothing is missing.
 * @param index the class member, or one who has not filed: another claim would be flagged as a duplicate
 */
export async function fileReady(
  server: TestServer,
  answers: Readonly<Record<string, unknown>> = {},
  index?: number,
): Promise<{ readonly number: string; readonly browser: Browser }> {
  const filed = filedOn.get(server) ?? [];
  filedOn.set(server, filed);
  const browser = await logInBrowser(server.app, memberOf(index ?? filed.length));
  const number = (await browser.fileClaim({ ...goodAnswers, ...answers })).body.claimNumber;
  filed.push(number);
  await browser.upload(number, [{ name: 'bill.pdf', bytes: pdf(1_000) }]);
  return { number, browser };
}

/** Files such claims of several class members. Returns their numbers. */
export async function fileSeveral(server: TestServer, count: number): Promise<string[]> {
  const numbers: string[] = [];
  for (let index = 0; index < count; index += 1) numbers.push((await fileReady(server)).number);
  return numbers;
}

export const readReviewOf = async (tab: ConsoleTab, number: string): Promise<ClaimReview> =>
  (await tab.get<ClaimReview>(`/claims/${number}/review`)).body;

export const statusOf = async (tab: ConsoleTab, number: string) => (await readReviewOf(tab, number)).status;

/** Columns of the row that says how a claim stands. */
export const columnsOf = (server: TestServer, number: string, columns: string) =>
  server.query(`select ${columns} from claim_review join claims on claims.id = claim_id where number = $1`, [number]);

/** How many of some claims have each status. */
export async function countStatuses(server: TestServer, numbers: readonly string[]) {
  const rows = await server.query<{ status: string; claims: number }>(
    `select coalesce(review.status, 'none') as status, count(*)::int as claims
     from claims left join claim_review review on claim_id = claims.id where number = any($1) group by 1`,
    [numbers],
  );
  return Object.fromEntries(rows.map(({ status, claims }) => [status, claims]));
}

/** Makes the database refuse new rows of some claims. Returns a function that ends this. */
export async function refuseRows(
  server: TestServer,
  table: 'claim_decisions' | 'claim_history' | 'letters',
  numbers: readonly string[],
): Promise<() => Promise<unknown>> {
  const claims = await server.query<{ id: string }>('select id from claims where number = any($1)', [numbers]);
  await server.query(
    `create function refuse_rows() returns trigger language plpgsql as $$ begin raise exception 'a test' using errcode = 'P0099'; end $$;
     create trigger refuse_rows before insert on ${table} for each row
     when (new.claim_id in (${claims.map(({ id }) => id).join()})) execute function refuse_rows()`,
  );
  return () => server.query('drop function refuse_rows cascade');
}

/** The events of a claim's history after it was filed and its documents arrived. */
export async function eventsOf(server: TestServer, number: string) {
  return (await readHistory(server, number)).flatMap(({ kind, details }) =>
    ['claim-filed', 'document-stored'].includes(kind) ? [] : [{ kind, ...details }],
  );
}

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

export const undoDecision = (tab: ConsoleTab, number: string, id: string | undefined) =>
  tab.post<ClaimReview & ConsoleAnswer['body']>(`/claims/${number}/decisions/${id}/undo`);

/** Lets decisions take effect, ten seconds after they were made. */
export async function releaseDecisions(server: TestServer): Promise<void> {
  pass(server, 10);
  await runReviewOf(server);
}

/** Makes decided claims final, as the job of a frozen allocation does. */
export async function finalize(server: TestServer, numbers: readonly string[]): Promise<void> {
  const claims = await server.query<{ id: string }>('select id from claims where number = any($1)', [numbers]);
  await server.database.transaction().execute((transaction) =>
    finalizeClaims(
      transaction,
      server.now,
      claims.map(({ id }) => id),
    ),
  );
}

/** The open request to a second person about a claim. */
export const requestOf = async (tab: ConsoleTab, number: string) =>
  (await tab.get<Approvals>('/approvals')).body.approvals.find(
    ({ decision, what }) => decision === null && what.includes(`claim ${number}`),
  );

/** Answers the open request about a claim. Returns the status of the response. */
export async function answerRequest(
  tab: ConsoleTab,
  number: string,
  answer: 'approve' | 'decline' | 'withdraw',
  reason = 'Look again.',
): Promise<number> {
  const body = answer === 'decline' ? { reason } : {};
  return (await tab.post(`/approvals/${(await requestOf(tab, number))?.id}/${answer}`, body)).status;
}

/** Corrects an answer as a caller said. Returns the status of the response. */
export async function correctAnswer(
  tab: ConsoleTab,
  number: string,
  change: { readonly field: string; readonly value: string } = { field: 'city', value: 'Tucson' },
): Promise<number> {
  const { version } = (await tab.get<ClaimDetails>(`/claims/${number}`)).body;
  const correction = { id: randomUUID(), ...change, source: 'call', documentId: null, note: 'A caller said so' };
  return (await tab.post(`/claims/${number}/corrections`, correction, { 'if-match': `"${version}"` })).status;
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

/** The next claim of the queue of those that came back, if it is this one. */
export async function nextReopened(server: TestServer, tab: ConsoleTab, number: string): Promise<string | null> {
  await fillSearchOf(server);
  const others = filedOn.get(server)?.filter((each) => each !== number);
  return (await nextOf(tab, { reason: 'reopened' }, others)).body.number;
}
