import type { BulkClaims, BulkJob } from '@redress/contract/console/bulk';
import type { Throughput } from '@redress/contract/console/work';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { decide, fileSeveral, undoDecision } from '../../../setup/review.ts';
import { finishBulk } from '../../../setup/rules.ts';
import { useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer({ members: 20 });
const selection = { query: 'form=consumer', expected: 12 };
const assigneesOf = async () =>
  (
    await server.query<{ number: string; assignee: string }>(
      'select number, assignee from claim_review join claims on claims.id = claim_id where assignee is not null',
    )
  ).map(({ number, assignee }) => [number, assignee] as const);
const sharesOf = (people: readonly (readonly [tab: StaffTab, percent: number])[], reassigns = false) => ({
  kind: 'assign',
  shares: people.map(([{ person }, percent]) => ({ to: person.id, percent })),
  reassigns,
});

test('waiting claims are assigned by percent; who decided one before, and what is assigned, is left out', async () => {
  const supervisor = await signInTab(server, 'supervisor');
  const [ann, ben, cay] = [
    await signInTab(server, 'reviewer'),
    await signInTab(server, 'reviewer'),
    await signInTab(server, 'reviewer'),
  ];
  const elsewhere = await signInTab(server, { role: 'reviewer', caseId: 'savings-club' });
  const numbers = await fileSeveral(server, 12);
  const [decided = '', undone = '', own = ''] = numbers;
  await decide(ann, decided, { outcome: 'deny', reasons: ['fraud'] });
  const { body } = await decide(ann, undone, { outcome: 'deny', reasons: ['fraud'] });
  await undoDecision(ann, undone, body.decision?.id);
  await ann.delete(`/claims/${undone}/lease`);
  await supervisor.post(`/claims/${own}/assignment`, { to: cay.person.id });
  await fillSearchOf(server);

  const preview = (action: object) =>
    supervisor.post<{ description: string; detail: string }>('/bulk/preview', { selection, action });
  const by = sharesOf([
    [ann, 50],
    [ben, 30],
    [cay, 20],
  ]);
  const { description } = (await preview(by)).body;
  const name = ({ person }: StaffTab) => person.name;
  expect(description).toContain(
    `by share: ${name(ann)} 5 (50%), ${name(ben)} 3 (30%), ${name(cay)} 2 (20%). Selected from claims with`,
  );
  expect(description).toContain('Left as they are: 1 assigned already, 1 decided, or open with a reviewer.');
  for (const wrong of [
    [
      [ann, 50],
      [ben, 30],
    ],
    [
      [ann, 50],
      [ann, 50],
    ],
    [
      [ann, 50],
      [elsewhere, 50],
    ],
  ] as const)
    expect((await preview(sharesOf(wrong))).status).toBe(400);
  expect(await assigneesOf()).toEqual([[own, cay.person.id]]);

  const id = randomUUID();
  const sent = { id, selection, action: by };
  expect((await supervisor.post('/bulk', sent)).status).toBe(201);
  const job = await finishBulk(server, supervisor, id);
  expect(job).toMatchObject({
    what: expect.stringContaining(`${name(ann)} 5 (50%)`),
    counts: { done: 10, skipped: 2 },
  });
  expect(new Map(job.reasons.map(({ reason, claims }) => [reason, claims]))).toEqual(
    new Map([
      ['It is already assigned', 1],
      ['It is already decided or was returned to the claimant', 1],
    ]),
  );
  const assigned = new Map(await assigneesOf());
  const { claims } = (await supervisor.get<BulkClaims>(`/bulk/${id}/claims?outcome=done`)).body;
  const nameOf = new Map([ann, ben, cay].map(({ person }) => [person.id, person.name]));
  expect(claims.map((each) => each.assignedTo)).toEqual(
    claims.map((each) => nameOf.get(assigned.get(each.number) ?? '')),
  );
  expect(assigned.get(undone)).not.toBe(ann.person.id);
  expect(assigned.get(own)).toBe(cay.person.id);
  const entries = await server.query<{ to: string; by: string }>(
    `select details->>'to' as to, details->>'by' as by from claim_history where kind = 'claim-assigned' order by id`,
  );
  expect(entries.slice(1).filter((each) => each.by === supervisor.person.id)).toHaveLength(10);
  await fillSearchOf(server);
  const { reviewers } = (await supervisor.get<Throughput>('/work/throughput')).body;
  expect(new Map(reviewers.map((each) => [each.id, each.open]))).toEqual(
    new Map([
      [ann.person.id, 5],
      [ben.person.id, 3],
      [cay.person.id, 3],
    ]),
  );

  // Assigned claims are distributed again only if the supervisor says so.
  expect((await preview(by)).status).toBe(409);
  const again = randomUUID();
  const anew = sharesOf(
    [
      [ben, 90],
      [cay, 10],
    ],
    true,
  );
  await supervisor.post<BulkJob>('/bulk', { id: again, selection, action: anew });
  await finishBulk(server, supervisor, again);
  const counts = Map.groupBy(await assigneesOf(), ([, person]) => person);
  expect([counts.get(ann.person.id), counts.get(ben.person.id)?.length, counts.get(cay.person.id)?.length]).toEqual([
    undefined,
    10,
    1,
  ]);
});

test('who decides a claim after the shares were planned does not get it', async () => {
  const supervisor = await signInTab(server, 'supervisor');
  const [dan, eve] = [await signInTab(server, 'reviewer'), await signInTab(server, 'reviewer')];
  const numbers = await fileSeveral(server, 2);
  await fillSearchOf(server);
  const id = randomUUID();
  const action = sharesOf([
    [dan, 50],
    [eve, 50],
  ]);
  expect((await supervisor.post('/bulk', { id, selection: { numbers }, action })).status).toBe(201);
  // Dan decides both before the action begins, and undoes it.
  for (const number of numbers) {
    const { body } = await decide(dan, number, { outcome: 'deny', reasons: ['fraud'] });
    await undoDecision(dan, number, body.decision?.id);
    await dan.delete(`/claims/${number}/lease`);
  }
  expect(await finishBulk(server, supervisor, id)).toMatchObject({ counts: { done: 1, skipped: 1 } });
  const assigned = (await assigneesOf()).filter(([number]) => numbers.includes(number));
  expect(assigned.map(([, assignee]) => assignee)).toEqual([eve.person.id]);
});
