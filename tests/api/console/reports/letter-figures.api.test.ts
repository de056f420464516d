import { letterLabels } from '@redress/contract/console/claim-labels';
import { statusFields } from '@redress/contract/status-page';
import { changeLetters, lockLetters } from '@redress/server/claims/letters/record-mailing';
import { expect, test } from 'vitest';
import { type ConsoleTab, signInTab } from '../../../setup/console.ts';
import { lettersOf, mailByPostOf, queueLetterOf, returnLetterOf, tellClaimant } from '../../../setup/letters.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { decide, fileReady, releaseDecisions, runReviewOf } from '../../../setup/review.ts';
import { StatusBrowser } from '../../../setup/status-page.ts';
import { beforeDeadline, keys, memberOf, pass } from '../../../setup/test-server.ts';
import { createReportRunner, renderFiles, table } from './report-runner.ts';

const site = useNoScriptSite({ members: 10 });
const { seal, askFor, findRun, run, readContent } = createReportRunner(() => site.server);
const deficient = { outcome: 'deficient', reasons: ['signature-missing'] } as const;
const denied = { outcome: 'deny', reasons: ['not-a-class-member'] } as const;

/** Decides the claim of a class member. Returns its number, and its decision. */
async function decideNew(
  reviewer: ConsoleTab,
  index: number,
  decision: typeof deficient | typeof denied,
  email?: string,
) {
  const { number } = await fileReady(site.server, email === undefined ? {} : { email }, index);
  const { body } = await decide(reviewer, number, decision);
  await releaseDecisions(site.server);
  return { number, id: body.decision?.id ?? '', index };
}

async function press(index: number, action: string, typed: Readonly<Record<string, string>>): Promise<void> {
  const browser = new StatusBrowser(site);
  await browser.open(memberOf(index));
  expect((await browser.press(action, typed)).status).toBe(303);
}
const dispute = ({ id, index }: { readonly id: string; readonly index: number }) =>
  press(index, 'dispute', {
    [statusFields.decision]: id,
    [`${statusFields.ground}not-a-class-member`]: 'on',
    [`${statusFields.statement}dispute`]: 'I bought it.',
  });

/** Ends the last letter about a claim, which came back, as after its last attempt. */
async function giveUp(number: string): Promise<void> {
  const { database, now } = site.server;
  const id = (await lettersOf(site.server, number)).at(-1)?.id ?? '';
  await database.transaction().execute(async (transaction) => {
    const change = [{ id, status: 'undeliverable' }];
    await changeLetters(transaction, keys, now, await lockLetters(transaction, [id]), change, () => ({
      kind: 'letter-undeliverable',
      details: { letterId: id },
    }));
  });
}

/** Counts by the rows that the console’s lists read. */
const countRows = async () => ({
  letters: await site.server.query<Record<string, number | string>>(
    `select kind, count(*)::int as queued, count(mailed_on)::int as mailed,
       count(*) filter (where status in ('returned', 'bounced', 'undeliverable'))::int as back,
       count(*) filter (where status = 'undeliverable')::int as undeliverable
     from letters group by kind order by kind desc`,
  ),
  others: await site.server.query<Record<string, number>>(
    `select
       (select count(distinct decision_id) from letters where kind = 'deficiency' and mailed_on is not null)::int as told,
       (select count(distinct decision_id) from deficiency_answers)::int as answered,
       (select count(*) from claim_decisions where source = 'expiry')::int as expired,
       (select count(*) from disputes)::int as disputes, (select count(*) from disputes where late)::int as late`,
  ),
});

test('letters, deficiencies and disputes count as of the seal, as the console lists them', async () => {
  const { server } = site;
  server.now = beforeDeadline;
  const reviewer = await signInTab(server, 'reviewer');
  const [answered, expiring, bounced] = [
    await decideNew(reviewer, 0, deficient),
    await decideNew(reviewer, 1, deficient),
    await decideNew(reviewer, 2, deficient),
  ];
  for (const { number } of [answered, expiring, bounced]) await tellClaimant(server, number);
  await press(answered.index, 'answer', {
    [statusFields.decision]: answered.id,
    [`${statusFields.statement}signature-missing`]: 'I signed it myself.',
  });
  await returnLetterOf(server, bounced.number, '5.1.1');
  // Paper: one mailed twice, because its day was corrected; one that came back for good; and one in the queue.
  const [mailed, back, queued] = [
    await decideNew(reviewer, 3, deficient, ''),
    await decideNew(reviewer, 4, deficient, ''),
    await decideNew(reviewer, 5, deficient, ''),
  ];
  for (const { number } of [mailed, back, queued]) await queueLetterOf(server, number);
  for (const { number } of [mailed, back]) await mailByPostOf(server, number, '2025-07-03');
  await mailByPostOf(server, mailed.number, '2025-07-02');
  await returnLetterOf(server, back.number);
  await giveUp(back.number);
  const [onTime, late] = [await decideNew(reviewer, 6, denied), await decideNew(reviewer, 7, denied)];
  for (const { number } of [onTime, late]) await tellClaimant(server, number);
  await dispute(onTime);
  pass(server, 60 * 24 * 60 * 60);
  await dispute(late);
  await runReviewOf(server);

  const counts = await countRows();
  expect(counts).toEqual({
    letters: [
      { kind: 'denied', queued: 2, mailed: 2, back: 0, undeliverable: 0 },
      { kind: 'deficiency', queued: 6, mailed: 5, back: 2, undeliverable: 1 },
      { kind: 'answer-received', queued: 1, mailed: 0, back: 0, undeliverable: 0 },
    ],
    others: [{ told: 5, answered: 1, expired: 2, disputes: 2, late: 1 }],
  });
  const sealed = await seal();
  await mailByPostOf(server, queued.number, '2025-08-30');
  await seal();
  const viewer = await signInTab(server, 'viewer');
  const request = { cases: ['brand-drug'], seal: sealed };
  // A run of version 4, which the update interrupted.
  const before = [await askFor(viewer, request), await askFor(viewer, request)];
  await server.query('update report_runs set query_version = 4 where id = any($1)', [before]);
  const report = await readContent(viewer, await run(viewer, request, { render: renderFiles }));
  const [letters, disputes] = [table(report, 'letters'), table(report, 'disputes')];
  const rows = counts.letters.map(({ kind, ...columns }) => [
    Object.entries(letterLabels).find(([id]) => id === kind)?.[1],
    ...Object.values(columns),
  ]);
  expect(letters.rows).toEqual(expect.arrayContaining(rows));
  expect(letters).toMatchObject({ rows: { length: 3 }, total: [null, 9, 7, 2, 1] });
  // All but the last dispute are on July 1, 2025, a Tuesday, or in the days after it.
  const weeks = report.content.figures.find(({ name }) => name === 'letters-by-week');
  expect(weeks?.columns.map(({ header }) => header)).toEqual([
    'Week',
    'Mailed',
    'Emailed',
    'Returned',
    'Bounced',
    'Mailed again',
    'Undeliverable',
    'Answered',
    'Disputes',
  ]);
  expect(weeks?.rows).toHaveLength(9);
  expect(table(report, 'letters-by-week').rows).toEqual([
    ['2025-06-30', 2, 5, 1, 1, 0, 1, 1, 1],
    ['2025-08-25', 0, 0, 0, 0, 0, 0, 0, 1],
  ]);
  expect(disputes.total).toEqual([null, ...Object.values(counts.others[0] ?? {})]);
  expect(table(report, 'deficiencies').total?.[4]).toBe(counts.others[0]?.['expired']);
  const newest = await readContent(viewer, await run(viewer, { cases: ['brand-drug'] }));
  expect(table(newest, 'letters').total).toEqual([null, 9, 8, 2, 1]);

  const [made, again] = [await findRun(viewer, before[0] ?? ''), await findRun(viewer, before[1] ?? '')];
  expect([made.outcome, again.outcome, again.report]).toEqual(['created', 'identical', made.report]);
  const old = await readContent(viewer, made);
  const names = report.content.figures.map(({ name }) => name);
  expect(old.content.figures.map(({ name }) => name)).toEqual(names.slice(0, -3));
  expect(old.content.figures).toEqual(report.content.figures.slice(0, -3));
});
