import { type ReviewStatus, reviewStatuses, transitions } from '@redress/contract/console/review';
import { beforeAll, expect, test } from 'vitest';
import { fileReady } from '../../../setup/review.ts';
import { editRows } from '../../../setup/test-database.ts';
import { useTestServer } from '../../../setup/test-server.ts';

let claimId: string;
let caseId: string;
const server = useTestServer();
beforeAll(async () => {
  const { number } = await fileReady(server);
  const [claim] = await server.query<{ id: string; case_id: string }>(
    'select id, case_id from claims where number = $1',
    [number],
  );
  claimId = claim?.id ?? '';
  caseId = claim?.case_id ?? '';
});

const pairs = reviewStatuses.flatMap((from) => reviewStatuses.map((to) => ({ from, to })));
const insert = 'insert into claim_review (claim_id, case_id, status, cure_due) values ($1, $2, $3, $4)';
const someDay = '2026-01-01';

test('the database has the same transitions as the code', async () => {
  const rows = await server.query<{ from: ReviewStatus; to: ReviewStatus }>(
    `select f as "from", t as "to" from unnest($1::text[]) f, unnest($1::text[]) t where is_review_transition(f, t)`,
    [reviewStatuses],
  );
  const inCode = pairs.filter(({ from, to }) => transitions[from].includes(to));
  const write = (list: readonly { from: string; to: string }[]) =>
    list.map(({ from, to }) => `${from} → ${to}`).toSorted();
  expect(write(rows)).toEqual(write(inCode));
  expect(inCode.length).toBeGreaterThan(30);
});

test('a review begins as received, waiting for documents or ready, and as nothing else', async () => {
  for (const status of reviewStatuses) {
    const begin = server.query(insert, [claimId, caseId, status, someDay]);
    if (['received', 'waiting-documents', 'ready'].includes(status)) {
      await begin;
      await editRows(server.connectionString, 'delete from claim_review');
    } else await expect(begin).rejects.toMatchObject({ constraint: 'claim_review_transitions' });
  }
});

test('the database makes changes of status that are transitions, and refuses others, from every status', async () => {
  await server.query(insert, [claimId, caseId, 'ready', someDay]);
  for (const from of reviewStatuses) {
    await editRows(server.connectionString, 'update claim_review set status = $1', [from]);
    const change = (to: ReviewStatus | undefined) => server.query('update claim_review set status = $1', [to]);
    const refused = reviewStatuses.find((to) => to !== from && !transitions[from].includes(to));
    await expect(change(refused), `${from} → ${refused}`).rejects.toMatchObject({
      constraint: 'claim_review_transitions',
    });
    const [allowed] = transitions[from];
    if (allowed) await change(allowed);
  }
});

test('a review is neither deleted nor moved to another claim, and decisions are only added to', async () => {
  for (const statement of [
    'delete from claim_review',
    'truncate claim_review cascade',
    'update claim_review set claim_id = claim_id + 1',
    `update claim_review set case_id = 'other'`,
  ])
    await expect(server.query(statement), statement).rejects.toThrow(/review of a claim/);
  const [person] = await server.query<{ id: string }>(
    `insert into staff (name, email, created_at) values ('Somebody', 'a@example.com', now()) returning id`,
  );
  await server.query(
    `insert into claim_decisions (id, claim_id, at, staff_id, outcome, reasons, note, source)
      values (gen_random_uuid(), $1, now(), $2, 'deny', '{late}', 'a note', 'reviewer')`,
    [claimId, person?.id],
  );
  for (const statement of [
    'delete from claim_decisions',
    'truncate claim_decisions cascade',
    `update claim_decisions set note = ''`,
    `update claim_decisions set outcome = 'approve'`,
  ])
    await expect(server.query(statement), statement).rejects.toThrow(/only ever added to|not deleted/);
});
