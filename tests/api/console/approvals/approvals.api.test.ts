import {
  type Approval,
  type ApprovedTogether,
  type Approvals,
  maxListedApprovals,
} from '@redress/contract/console/approvals';
import type { Work } from '@redress/contract/console/work';
import { contentOf, listApprovalKinds } from '@redress/server/console/approvals/approvals';
import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { signInTab, type StaffTab, useStaff } from '../../../setup/console.ts';
import { createToken, type Options, setUpWithPasskey } from '../../../setup/staff.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { decide, fileSeveral, readReviewOf } from '../../../setup/review.ts';
import { pass, useTestServer } from '../../../setup/test-server.ts';
import { fileWithoutNotice } from '../../../setup/sample-claims.ts';

const server = useTestServer({ members: 14 });
const { reviewer, supervisor } = useStaff(server, { reviewer: 'reviewer', supervisor: 'supervisor' });
beforeEach(async () => {
  // Nothing waits from another test.
  await server.query(
    'delete from approvals where id not in (select approval_id from claim_review where approval_id is not null)',
  );
  await server.query(`update approvals set decision = 'withdrawn', decided_at = now() where decision is null`);
});

/** Denies claims for fraud, which a second person has to approve. */
async function denyForFraud(count: number): Promise<string[]> {
  const numbers = await fileSeveral(server, count);
  await fillSearchOf(server);
  for (const number of numbers)
    expect((await decide(reviewer, number, { outcome: 'deny', reasons: ['fraud'] })).status).toBe(200);
  await fillSearchOf(server);
  return numbers;
}
const waiting = async (tab: Pick<StaffTab, 'get'> = supervisor): Promise<Approval[]> =>
  (await tab.get<Approvals>('/approvals')).body.approvals.filter(({ decision }) => decision === null);
const approveTogether = (ids: readonly string[], tab: Pick<StaffTab, 'post'> = supervisor) =>
  tab.post<ApprovedTogether & { readonly code?: string }>('/approvals/approve', { ids });

/** Kinds of requests; a new kind is in this test by being registered. */
test('of any kind, nobody approves what they asked for, or what needs a permission that they lack', async () => {
  // Approves roles, and has every permission of a reviewer.
  const lesser = await signInTab(server, 'admin', 'reviewer');
  const approvable: string[] = [];
  const kinds = listApprovalKinds().map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['claim-decision', 'role-grant', 'export-tax-ids', 'cluster-verdict']));
  for (const kind of kinds) {
    const tab = await signInTab(server, 'supervisor', 'admin');
    const by = { asked_by: tab.person.id, asked_at: server.now };
    const asked = { kind, case_id: 'brand-drug', details: {}, reason: 'x', ...by };
    const hash = createHash('sha256').update(contentOf(asked)).digest();
    const [row] = await server.query<{ id: string }>(
      `insert into approvals (kind, case_id, details, details_hash, reason, asked_by, asked_at)
       values ($1, 'brand-drug', '{}', $2, 'x', $3, $4) returning id`,
      [kind, hash, tab.person.id, server.now],
    );
    const { status, body } = await tab.post(`/approvals/${row?.id}/approve`);
    expect([kind, status, body.code]).toEqual([kind, 403, 'not-permitted']);
    await expect(
      server.query(
        `update approvals set decision = 'approved', decided_at = now(), decided_by = asked_by, evidence = 'null' where id = $1`,
        [row?.id],
      ),
    ).rejects.toThrow('approvals_two_people');
    // People do not see requests that need a permission they lack.
    if ((await lesser.get<Work>('/work')).body.approvals > approvable.length) approvable.push(kind);
    else expect((await lesser.post(`/approvals/${row?.id}/approve`)).body.code).toBe('not-found');
  }
  expect(approvable.toSorted()).toEqual(['claim-decision', 'letters', 'role-grant']);
});

test('a request names its claim with form, amount and flags, and nothing of the claimant', async () => {
  const [number = ''] = await denyForFraud(1);
  const { text, body } = await supervisor.get<Approvals>('/approvals');
  expect(body.approvals[0]).toMatchObject({
    kind: 'claim-decision',
    claim: { number, formId: 'consumer', amount: '1250.5000' },
    mayJoin: true,
  });
  expect(body.kinds).toEqual([{ kind: 'claim-decision', label: 'Decisions about claims', waiting: 1 }]);
  expect(text).not.toMatch(/Jane|Doe|Larkmoor|example\.com/);
});

test('a reviewer sees the requests they made, with their ends, and withdraws them, but none of a colleague', async () => {
  const colleague = await signInTab(server, 'reviewer');
  const [, declined = ''] = await denyForFraud(2);
  const requests = await waiting();
  const ofDeclined = requests.find(({ claim }) => claim?.number === declined)?.id;
  expect((await supervisor.post(`/approvals/${ofDeclined}/decline`, { reason: 'The bill is genuine' })).status).toBe(
    204,
  );
  expect((await colleague.get<Approvals>('/approvals')).body).toEqual({ approvals: [], kinds: [], denials: null });
  const [own] = await waiting(reviewer);
  expect(own).toMatchObject({ isOwn: true, mayDecide: false });
  expect((await reviewer.get<Work>('/work')).body).toMatchObject({ asked: 1, approvals: 0 });
  expect(
    (await reviewer.get<Approvals>('/approvals')).body.approvals.find(({ id }) => id === ofDeclined),
  ).toMatchObject({
    decision: 'declined',
    decisionReason: 'The bill is genuine',
  });
  expect((await colleague.post(`/approvals/${own?.id}/withdraw`)).body.code).toBe('not-found');
  expect((await reviewer.post(`/approvals/${own?.id}/withdraw`)).status).toBe(204);
  expect((await readReviewOf(reviewer, own?.claim?.number ?? '')).status).toBe('in-review');
  // Without their role, they see that it was declined, but not why: a reason may name people.
  const roles = await server.query<{ role: string; case_id: string }>(
    'delete from staff_roles where staff_id = $1 returning *',
    [reviewer.person.id],
  );
  const left = (await reviewer.get<Approvals>('/approvals')).body.approvals.find(({ id }) => id === ofDeclined);
  expect(left).toMatchObject({ decision: 'declined', decisionReason: '' });
  await server.query('insert into staff_roles select * from jsonb_populate_recordset(null::staff_roles, $1)', [
    JSON.stringify(roles),
  ]);
});

test('several decisions are approved at once after a fresh sign-in, each by itself', async () => {
  const numbers = await denyForFraud(3);
  const requests = await waiting();
  const [first] = requests;
  await supervisor.post(`/approvals/${first?.id}/decline`, { reason: 'Not fraud' });
  const { status, body } = await approveTogether(requests.map(({ id }) => id));
  expect(status).toBe(200);
  expect(body.results.filter(({ problem }) => problem !== null).map(({ id }) => id)).toEqual([first?.id]);
  const statuses = await Promise.all(numbers.map(async (number) => (await readReviewOf(supervisor, number)).status));
  expect(statuses.toSorted()).toEqual(['denied', 'denied', 'in-review']);
});

test('together are approved only decisions about claims that somebody else made, after a fresh sign-in', async () => {
  await denyForFraud(2);
  const ids = (await waiting()).map(({ id }) => id);
  const asker = await signInTab(server, 'admin');
  const [other] = await server.query<{ id: string }>(
    `insert into approvals (kind, case_id, details, details_hash, reason, asked_by, asked_at)
     values ('cluster-verdict', 'brand-drug', '{}', sha256('x'), 'x', $1, $2) returning id`,
    [asker.person.id, server.now],
  );
  expect((await approveTogether([...ids, other?.id ?? ''])).status).toBe(400);
  expect((await approveTogether([...ids, randomUUID()])).status).toBe(404);
  pass(server, 6 * 60);
  expect((await approveTogether(ids)).body.code).toBe('fresh-sign-in-required');
  expect(await server.query('select count(*)::int as waiting from approvals where decision is null')).toEqual([
    { waiting: 3 },
  ]);
});

test('one signature of a passkey covers exactly the chosen decisions, and is kept with the list that it covers', async () => {
  const first = await setUpWithPasskey(server, await createToken(server, supervisor.person.id));
  await denyForFraud(3);
  const [one = '', two = '', three = ''] = (await waiting(first.tab)).map(({ id }) => id);
  const { body } = await first.tab.post<{ passkey: Options }>('/approvals/proof', { ids: [one, two] });
  const passkey = first.passkey.prove(body.passkey);
  const send = (ids: readonly string[]) => first.tab.post<ApprovedTogether>('/approvals/approve', { ids, passkey });
  expect((await send([one, three])).status).toBe(401);
  const again = await first.tab.post<{ passkey: Options }>('/approvals/proof', { ids: [one, two] });
  const signed = first.passkey.prove(again.body.passkey);
  const approved = await first.tab.post<ApprovedTogether>('/approvals/approve', { ids: [two, one], passkey: signed });
  expect(approved.body.results.map(({ problem }) => problem)).toEqual([null, null]);
  const rows = await server.query<{ id: string; hash: string; evidence: { covered: string[] } }>(
    `select id, encode(details_hash, 'hex') as hash, evidence from approvals where id = any($1) order by id`,
    [[one, two]],
  );
  expect(rows.map(({ id }) => id)).toEqual([one, two].toSorted());
  for (const { evidence } of rows) expect(evidence.covered).toEqual(rows.map(({ hash }) => hash));
  // A sign-in is not enough for a person who has a passkey.
  expect((await approveTogether([three], first.tab)).body.code).toBe('fresh-sign-in-required');
});

test('of many requests, the oldest are listed, and all are counted by their kinds', async () => {
  const insert = (kind: string, count: number, askedBy: string, details: object) =>
    server.query(
      `insert into approvals (kind, case_id, details, details_hash, reason, asked_by, asked_at)
       select $1, 'brand-drug', $2::jsonb || jsonb_build_object('description', $1::text || ' ' || each), sha256('x'), 'x', $3,
         $4::timestamptz + each * interval '1 second' from generate_series(1, $5::int) each`,
      [kind, JSON.stringify(details), askedBy, server.now, count],
    );
  const decision = { claim: '', decision: '', outcome: 'deny', reasons: [], amount: null, causes: ['expired'] };
  await insert('claim-decision', maxListedApprovals + 100, reviewer.person.id, decision);
  await insert('claim-decision', 20, supervisor.person.id, decision);
  pass(server, maxListedApprovals + 200);
  const action = { jobId: randomUUID(), sums: null, sha256: 'f'.repeat(64) };
  await insert('bulk-action', 3, reviewer.person.id, action);

  const { body } = await supervisor.get<Approvals>('/approvals');
  const listed = body.approvals.filter(({ decision: decided }) => decided === null);
  expect(listed).toHaveLength(maxListedApprovals);
  expect([listed.at(0)?.what, listed.at(-1)?.what]).toEqual([
    'claim-decision 1',
    `claim-decision ${maxListedApprovals}`,
  ]);
  // A person's own requests do not displace the ones that wait for them.
  expect(listed.filter(({ isOwn }) => isOwn)).toEqual([]);
  expect(Object.fromEntries(body.kinds.map(({ kind, waiting: count }) => [kind, count]))).toEqual({
    'bulk-action': 3,
    'claim-decision': maxListedApprovals + 120,
  });
  const { body: ofKind } = await supervisor.get<Approvals>('/approvals?kind=bulk-action');
  expect(ofKind.approvals.map(({ kind, bulkJob }) => [kind, bulkJob])).toEqual(
    Array.from({ length: 3 }, () => ['bulk-action', action.jobId]),
  );
  expect(ofKind.kinds).toEqual(body.kinds);
  // A person who may approve, but not decide claims, sees none of them.
  const { body: ofAdmin } = await (await signInTab(server, 'admin')).get<Approvals>('/approvals');
  expect(ofAdmin).toEqual({ approvals: [], kinds: [], denials: null });
});

test('a request about a claim of a range names the range, and a batch of denials its sum', async () => {
  const number = await fileWithoutNotice(server, { outOfpocketExpensePaid: '$501-$1,000' });
  await fillSearchOf(server);
  expect((await decide(reviewer, number, { outcome: 'deny', reasons: ['fraud'] })).status).toBe(200);
  const request = (await waiting()).find(({ claim }) => claim?.number === number);
  expect(request?.claim).toMatchObject({ amount: null, range: { from: '501.00', to: '1000.00' } });
  // The sum of all denials that can be approved together says that this one has no amount.
  await denyForFraud(2);
  const { body } = await supervisor.get<Approvals>('/approvals');
  expect(body.denials).toEqual({ claims: 3, amount: '2501.0000', withoutAmount: 1 });
});
