import { settlement } from '@redress/content/settlement';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type ConsoleTab, signInTab, type StaffTab } from '../../../setup/console.ts';
import { bodies, type ConsoleRecords, createConsoleRecords, pathOf, rule } from '../../../setup/console-records.ts';
import { useTestServer } from '../../../setup/test-server.ts';

const [caseId = '', otherCase = ''] = new Set(settlement.claimForms.map((form) => form.caseId));

let everywhere: StaffTab;
let ids: ConsoleRecords;
const server = useTestServer({ members: 2 });
beforeAll(async () => {
  everywhere = await signInTab(server, 'supervisor');
  ids = await createConsoleRecords(server, everywhere);
});

const days = { fromDay: '2025-01-01', toDay: '2025-12-31' };

/** These paths name a record within another record; the test has none of them. */
const withoutInnerRecord =
  /\/(undo|withdrawal|reversal|quality\/:id\/reviews\/.*|tax-ids\/reveal|addresses\/:addressId\/decision)$/;
/** Their records are not those of `createConsoleRecords`: their features’ tests try them. */
const elsewhere = /^\w+ \/(dashboard|reports\/seals|saved-views|id-letters|neutral-marks|bounces)\//;

/** Routes of one record that belongs to a case, with the permission that they need. */
const recordRoutes = () =>
  [...server.app.consoleRoutes]
    .map(([route, access]) => ({ route: route.replace('/api/console', ''), access }))
    .filter(
      ({ route, access }) => route.includes('/:') && !['signed-in', 'staff', 'approve', 'anyone'].includes(access),
    )
    .filter(({ route }) => !elsewhere.test(route));

function ask(tab: ConsoleTab, route: string) {
  const [method = ''] = route.split(' ');
  const path = pathOf(route, ids).replace(':position', '1').replace(':id', randomUUID());
  // No record has this version, so the request changes nothing for the routes that follow.
  const headers: Record<string, string> = { 'if-match': route.includes('/corrections') ? '"99.9"' : '"99"' };
  if (method === 'PATCH')
    Object.assign(headers, { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' });
  const body = bodies[route] ?? (method === 'POST' ? {} : undefined);
  const query = route.endsWith('/changes') ? `?from=${ids.allocation}` : '';
  return tab.send(method as 'GET', `${path}${query}`, { headers, ...(body !== undefined && { body }) });
}

test('a record is found by those who have the permission of its route in its case, and hidden from or refused to all others', async () => {
  const roles = ['supervisor', 'call-center'] as const;
  const rolesIn = (id: string) => roles.map((role) => ({ role, caseId: id }));
  const strangers = {
    [caseId]: await signInTab(server, ...rolesIn(otherCase)),
    [otherCase]: await signInTab(server, ...rolesIn(caseId)),
  };
  const viewers = {
    [caseId]: await signInTab(server, ...rolesIn(otherCase), { role: 'viewer', caseId }),
    [otherCase]: await signInTab(server, ...rolesIn(caseId), { role: 'viewer', caseId: otherCase }),
  };
  // No account holds finance together with these roles.
  const finance = await signInTab(server, 'finance');
  const strangerOfFund = await signInTab(server, { role: 'finance', caseId: otherCase });
  const routes = recordRoutes();
  expect(routes.length).toBeGreaterThan(50);
  const wrong: unknown[] = [];
  for (const { route, access } of routes) {
    // The cluster's claims belong to the other form.
    const of = route.includes('/cluster') ? otherCase : caseId;
    const isOfFund = access === 'fund';
    const others = [
      isOfFund ? strangerOfFund : strangers[of],
      ...(['claims', 'figures'].includes(access) ? [] : [viewers[of]]),
    ];
    for (const tab of others) {
      const { body } = await ask(tab ?? everywhere, route);
      if (!['not-found', 'not-permitted'].includes(body.code)) wrong.push([route, 'lets in', body]);
    }
    const { status, text } = await ask(isOfFund ? finance : everywhere, route);
    const isFound = ![400, 403, 404, 422].includes(status);
    if (!isFound && !withoutInnerRecord.test(route)) wrong.push([route, 'refuses', text]);
  }
  expect(wrong).toEqual([]);
});

test('whoever names a case gets nothing of it without the permission there', async () => {
  const stranger = await signInTab(server, { role: 'supervisor', caseId: otherCase });
  const sample = { id: randomUUID(), caseId, formId: null, ...days, decidedBy: null, sourceId: null, size: 1 };
  const numbers = [ids.claim];
  for (const [path, body] of [
    ['/quality', sample],
    ['/rules', { caseId, name: 'Another one', ...rule }],
    ['/id-letters', { caseId }],
    ['/reports', { cases: [caseId], from: null, to: null }],
    ['/bulk', { id: randomUUID(), selection: { numbers }, action: { kind: 'assign', to: null } }],
    ['/bulk/preview', { selection: { numbers }, action: { kind: 'approve' } }],
    [`/review/reviewers?case=${caseId}`],
    [`/integrity-sample?case=${caseId}`],
    [`/integrity-fairness?case=${caseId}`],
  ] as const) {
    const answer = await (body ? stranger.post(path, body) : stranger.get(path));
    // An answer about the rest of the request would not show who was asked about it.
    expect([path, answer.body.code]).toEqual([path, expect.stringMatching(/^not-(found|permitted)$/)]);
  }
});

test('lists of rules, actions, samples, clusters and marks have only those of one’s cases', async () => {
  const [one, other] = [
    await signInTab(server, { role: 'supervisor', caseId }),
    await signInTab(server, { role: 'supervisor', caseId: otherCase }),
  ];
  for (const [path, id, own, stranger] of [
    ['/rules', ids.rule, one, other],
    ['/bulk', ids.bulk, one, other],
    ['/quality', ids.sample, one, other],
    ['/reports', ids.report, everywhere, other],
    ['/clusters', ids.cluster, other, one],
    ['/member-imports', ids.import, everywhere, other],
    ['/id-requests', ids.request, one, other],
  ] as const) {
    const has = async (tab: ConsoleTab) => (await tab.get(path)).text.includes(`"${id}"`);
    expect([path, await has(own), await has(stranger)]).toEqual([path, true, false]);
  }
});
