import type { Approvals } from '@redress/contract/console/approvals';
import type { ClaimList } from '@redress/contract/console/claim-list';
import type { Taken } from '@redress/contract/console/quality';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import {
  bodies,
  type ConsoleRecords,
  createConsoleRecords,
  makeReport,
  pathOf,
} from '../../../setup/console-records.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { changeReview, decide, runReviewOf } from '../../../setup/review.ts';
import { memberOf, pass, type TestServer, useTestServer } from '../../../setup/test-server.ts';

/** Servers on which everything is the same except how one claim was decided, and what came of it. */
const outcomes = ['denied', 'deficient', 'reopened'] as const;
type Decided = (typeof outcomes)[number];
const servers = outcomes.map((decided) => ({ decided, server: useTestServer({ members: 3 }) }));

const day = { fromDay: '2025-07-01', toDay: '2025-07-01' };
const draw = async (tab: StaffTab) => {
  const id = randomUUID();
  const asked = { id, caseId: 'brand-drug', formId: null, ...day, decidedBy: null, sourceId: null, size: 10 };
  expect((await tab.post('/quality', asked)).status).toBe(204);
  return id;
};
const take = async (tab: StaffTab, sample: string) => (await tab.post<Taken>(`/quality/${sample}/next`)).body;

/** Decides a claim as the server is to have it, and says so in a note. */
async function decideAs(decided: Decided, server: TestServer, number: string) {
  const [first, second] = [await signInTab(server, 'supervisor'), await signInTab(server, 'supervisor')];
  await first.post(`/claims/${number}/assignment`, { to: first.person.id });
  const decisions = {
    reopened: { outcome: 'approve' },
    denied: { outcome: 'deny', reasons: ['fraud'] },
    deficient: { outcome: 'deficient', reasons: ['documents-missing'] },
  } as const;
  expect((await decide(first, number, decisions[decided])).status).toBe(200);
  await first.post(`/claims/${number}/notes`, { id: randomUUID(), text: `I find it ${decided}` });
  await first.post(`/claims/${number}/calls`, { id: randomUUID(), topic: 'status-told', text: `Told: ${decided}` });
  const { approvals } = (await second.get<Approvals>('/approvals?kind=claim-decision')).body;
  for (const { id } of approvals) expect((await second.post(`/approvals/${id}/approve`)).status).toBe(204);
  pass(server, 11);
  await runReviewOf(server);
  return { first, approval: approvals[0]?.id ?? randomUUID() };
}

interface World {
  readonly server: TestServer;
  readonly ids: ConsoleRecords;
  readonly blind: StaffTab;
  readonly sample: string;
  readonly approval: string;
}

/** Everything that the console shows; of the claim, a sample that was reviewed, and one that `blind` reviews. */
async function prepare(decided: Decided, server: TestServer): Promise<World> {
  const maker = await signInTab(server, 'supervisor');
  const ids = await createConsoleRecords(server, maker);
  await server.query(
    `insert into claim_cluster_members (claim_id, cluster_id) select id, $2 from claims where number = $1
     on conflict (claim_id) do update set cluster_id = excluded.cluster_id`,
    [ids.claim, ids.cluster],
  );
  await server.query(
    `update rule_runs set status = 'done', finished_at = asked_at, sha256 = sha256(''), scores_sha256 = sha256(''), result = $1`,
    [
      JSON.stringify({
        approve: 1,
        queue: 0,
        leftToPeople: 0,
        amount: '1.00',
        largest: '1.00',
        secondPerson: 0,
        difference: null,
        sample: decided === 'reopened' ? [{ number: ids.claim, outcome: 'approve', amount: '1.00' }] : [],
      }),
    ],
  );
  const { first, approval } = await decideAs(decided, server, ids.claim);
  const earlier = await draw(maker);
  const second = await signInTab(server, 'reviewer');
  expect((await take(second, earlier)).number).toBe(ids.claim);
  const again = { outcome: 'approve', reasons: [], note: 'Looks right' };
  expect((await second.post(`/quality/${earlier}/reviews/1`, again)).status).toBe(204);
  const blind = await signInTab(server, 'supervisor', 'admin', 'call-center');
  const sample = await draw(maker);
  expect((await take(blind, sample)).number).toBe(ids.claim);
  if (decided === 'reopened') {
    expect((await changeReview(first, ids.claim, 'reopen', 'a mistake')).status).toBe(200);
    await first.post('/review/next', { queue: { mine: true }, skip: [] });
  }
  await fillSearchOf(server);
  const { report } = await makeReport(server, maker);
  return { server, ids: { ...ids, report: report ?? '', sample: earlier }, blind, sample, approval };
}

/** Routes that are not about claims or that end the session. */
const otherRoutes = /^\w+ \/(session|sign-in|setup|oidc|account|access-log|staff)\b/;

/** Query strings that narrow lists and counts down to one decision, besides the plain routes. */
const queries: Readonly<Record<string, readonly string[]>> = {
  'GET /claims': ['status=approved', 'status=denied', 'status=deficient', 'status=in-review', 'reason=fraud'].flatMap(
    (query) => [query, `${query}&sort=-amount`],
  ),
  'GET /exports/offer': ['approved', 'denied', 'deficient', 'in-review'].map(
    (status) => `list=claims&query=${encodeURIComponent(`status=${status}`)}`,
  ),
  'GET /dashboard': ['days=all', 'case=brand-drug'],
  'GET /approvals': ['kind=claim-decision', 'kind=bulk-action'],
  'GET /clusters': ['case=brand-drug'],
  'GET /review/reviewers': ['case=brand-drug'],
};

/** Bodies for the routes that are about claims, besides `bodies`. */
const otherBodies = ({ ids, sample, approval }: World): Readonly<Record<string, readonly unknown[]>> => ({
  'POST /search': [{ q: ids.claim }],
  'POST /review/next': [
    { queue: {}, skip: [] },
    { queue: { reason: 'reopened' }, skip: [] },
  ],
  'POST /exports': [
    { list: 'claims', query: 'status=denied', format: 'csv', columns: ['number', 'status'] },
    { list: 'letters', query: '', format: 'csv', columns: ['claim', 'kind'] },
  ],
  'POST /members/search': [{ q: memberOf(0).noticeId }],
  'POST /quality': [
    { id: randomUUID(), caseId: 'brand-drug', formId: null, ...day, decidedBy: null, sourceId: null, size: 1 },
  ],
  'POST /reports': [{ cases: ['brand-drug'], from: null, to: null }],
  'POST /bulk/preview': [
    { selection: { numbers: [ids.claim] }, action: { kind: 'approve' } },
    { selection: { job: ids.bulk }, action: { kind: 'reopen' } },
  ],
  'POST /bulk': [
    { selection: { numbers: [ids.claim] }, action: { kind: 'approve' } },
    ...['approved', 'denied', 'in-review'].map((status) => ({
      selection: { query: `status=${status}`, expected: 1 },
      action: { kind: 'assign', to: null },
    })),
    { selection: { job: ids.bulk }, action: { kind: 'reopen' }, reason: 'a mistake' },
  ].map((body) => ({ id: randomUUID(), ...body })),
  'POST /approvals/proof': [{ ids: [approval] }],
  'POST /approvals/approve': [{ ids: [approval] }],
  'POST /approvals/:id/decline': [{ reason: 'No' }],
  'POST /claims/:number/decisions': [
    { id: randomUUID(), outcome: 'approve', reasons: [] },
    { id: randomUUID(), outcome: 'deny', reasons: ['no-qualifying-purchase'] },
  ],
  'POST /quality/:id/reviews/:position/settlement': [
    { verdict: 'upheld', note: sample },
    { verdict: 'overturned', note: 'No' },
  ],
});

/** All answers to `blind`, with placeholders for IDs, names, hashes and cursors. */
async function walk(world: World): Promise<Map<string, unknown>> {
  const { server, ids, blind, approval } = world;
  const answers = new Map<string, unknown>();
  const routes = [...server.app.consoleRoutes.keys()]
    .map((route) => route.replace('/api/console', ''))
    .filter((route) => !otherRoutes.test(route));
  const reading = routes.filter((route) => route.startsWith('GET '));
  for (const route of [...reading, ...routes.filter((each) => !reading.includes(each))]) {
    const [method = ''] = route.split(' ');
    const path = pathOf(route, ids).replace('/approvals/:id', `/approvals/${approval}`).replace(':position', '1');
    const paths = [path, ...(queries[route] ?? []).map((query) => `${path}?${query}`)];
    const sent = method === 'GET' ? [undefined] : (otherBodies(world)[route] ?? [bodies[route] ?? {}]);
    // Every version that the claim may have.
    const versions = route.includes('/claims/:number/') && method === 'POST' ? ['1.1', '0', '1', '2', '3', '4'] : ['0'];
    for (const [at, body] of sent.entries())
      for (const each of paths)
        for (const version of versions) {
          const isUpload = method === 'PATCH';
          const headers = {
            'if-match': `"${version}"`,
            ...(isUpload && { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }),
          };
          const asked = each.replaceAll(/:\w+/g, randomUUID());
          const answer = await blind.send(method as 'GET', asked, { headers, ...(body !== undefined && { body }) });
          answers.set(`${method} ${each} ${at} ${version}`.replaceAll(/[\da-f-]{36}|\b\d{10}\b/g, '…'), {
            status: answer.status,
            etag: answer.headers['etag'],
            body: /json/.test(String(answer.headers['content-type']))
              ? normalize(JSON.parse(answer.text), world)
              : null,
          });
        }
  }
  return answers;
}

const replaced = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\b[\da-f]{16,}\b|\b\d{10}\b|\bStaff [\da-f]{8}|[\w-]{40,}/g;
/** By the clock of the machine, and how many entries all histories have. */
const ofTheMachine = ['requestId', 'importedAt', 'upToEntry', 'seed'];

function normalize(value: unknown, { ids }: Pick<World, 'ids'>): unknown {
  if (typeof value === 'string') return value.replaceAll(ids.claim, 'the claim').replaceAll(replaced, '…');
  if (Array.isArray(value))
    // Lists are in the order of numbers that chance made.
    return value
      .map((each) => normalize(each, { ids }))
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !ofTheMachine.includes(key));
  return Object.fromEntries(entries.map(([key, each]) => [normalize(key, { ids }), normalize(each, { ids })]));
}

let worlds: (World & { readonly decided: Decided })[] = [];
beforeAll(async () => {
  for (const { decided, server } of servers) worlds = [...worlds, { decided, ...(await prepare(decided, server)) }];
});

test('no route tells a second reviewer how the claim was decided, whatever they send', async () => {
  const [one, ...others] = worlds;
  if (!one) throw new Error('There is no server');
  const expected = await walk(one);
  expect(expected.size).toBeGreaterThan(150);
  expect([...expected.values()].filter((answer) => (answer as { status: number }).status >= 500)).toEqual([]);
  for (const other of others) {
    const answers = await walk(other);
    const telling = [...expected].flatMap(([route, answer]) => {
      const [text, otherText] = [JSON.stringify(answer), JSON.stringify(answers.get(route))];
      const at = [...text].findIndex((letter, index) => letter !== otherText[index]);
      return text === otherText
        ? []
        : [[route, ...[text, otherText].map((each) => each.slice(Math.max(0, at - 60), at + 60))]];
    });
    expect([other.decided, telling]).toEqual([other.decided, []]);
  }
  // And nothing that they sent changed what they review.
  for (const { decided, server, ids } of worlds) {
    const [row] = await server.query(
      'select claim_review.status from claim_review join claims on claims.id = claim_id where number = $1',
      [ids.claim],
    );
    expect(row).toEqual({ status: decided === 'reopened' ? 'in-review' : decided });
  }
});

test('once the second decision is saved, the claim is shown as to others', async () => {
  for (const { decided, blind, sample, ids } of worlds) {
    const again = { outcome: 'approve', reasons: [], note: '' };
    expect((await blind.post(`/quality/${sample}/reviews/1`, again)).status).toBe(204);
    const status = decided === 'reopened' ? 'in-review' : decided;
    const { claims } = (await blind.get<ClaimList>(`/claims?status=${status}`)).body;
    expect(claims.map(({ number }) => number)).toContain(ids.claim);
  }
});
