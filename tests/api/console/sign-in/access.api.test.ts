import { type Role, roles } from '@redress/contract/console/staff';
import { settlement } from '@redress/content/settlement';
import { permittedCases } from '@redress/server/console/sign-in/permissions';
import type { Access } from '@redress/server/console/sign-in/staff-access';
import { expect, test } from 'vitest';
import { Browser, logInBrowser } from '../../../setup/browser.ts';
import { ConsoleTab, signInTab } from '../../../setup/console.ts';
import { memberOf, useTestServer } from '../../../setup/test-server.ts';
import { pdf } from '../../../setup/uploads.ts';

const server = useTestServer();

const cases = [...new Set(settlement.claimForms.map(({ caseId }) => caseId))];

/**
 * The people who may call the routes of each path and of those below it. The longest path counts,
 * and one with a method before one without.
 */
const expected: Readonly<Record<string, Access>> = {
  '/session': 'signed-in',
  '/openapi.json': 'signed-in',
  '/account': 'signed-in',
  '/exports': 'signed-in',
  '/sign-in': 'anyone',
  '/setup': 'anyone',
  '/oidc': 'anyone',
  '/access-log': 'access-log',
  '/staff': 'staff',
  '/approvals': 'approve',
  'GET /approvals': 'signed-in',
  '/approvals/:id/withdraw': 'signed-in',
  '/dashboard': 'figures',
  '/dashboard/waiting': 'claims',
  '/reports': 'figures',
  '/rules': 'supervise',
  '/bulk': 'supervise',
  '/letters': 'letters',
  '/letters/:id': 'contact',
  '/disputes': 'decide',
  '/letter-batches': 'supervise',
  '/funds': 'fund',
  '/allocations': 'approve-allocation',
  'POST /allocations': 'fund',
  '/letter-addresses': 'supervise',
  'POST /letter-addresses': 'mail',
  'POST /letter-addresses/imports': 'supervise',
  '/returned-letters': 'mail',
  '/bounces': 'mail',
  '/saved-views': 'claims',
  '/search': 'search',
  '/work': 'signed-in',
  '/members': 'search',
  '/members/waiting-addresses': 'notes',
  '/members/:noticeId/addresses': 'notes',
  '/members/:noticeId/notes': 'notes',
  '/members/:noticeId/addresses/:addressId': 'members',
  '/member-imports': 'import-members',
  '/id-requests': 'search',
  '/id-requests/:id/answers': 'members',
  '/id-letters': 'members',
  '/claims': 'claims',
  '/claims/:number/bundle.zip': 'supervise',
  '/claims/:number/related': 'contact',
  '/claims/:number/data-checks': 'answers',
  '/claims/:number/documents': 'answers',
  'POST /claims/:number/documents': 'decide',
  '/claims/:number/receipt.pdf': 'answers',
  '/claims/:number/receipt-mail': 'answers',
  '/claims/:number/tax-ids': 'reveal-tax-id',
  '/claims/:number/notes': 'notes',
  '/claims/:number/calls': 'notes',
  '/claims/:number/decisions': 'decide',
  '/claims/:number/cure': 'decide',
  '/claims/:number/assignment': 'decide',
  '/claims/:number/lease': 'decide',
  '/claims/:number/corrections': 'decide',
  '/claims/:number/integrity': 'decide',
  '/claims/:number/verdicts': 'decide',
  '/claims/:number/neutral-marks': 'decide',
  '/claims/:number/reopen': 'supervise',
  '/claims/:number/withdraw': 'supervise',
  '/claims/:number/void': 'supervise',
  '/review': 'decide',
  '/review/reviewers': 'supervise',
  '/work/throughput': 'supervise',
  '/quality': 'decide',
  'POST /quality': 'supervise',
  '/quality/:id': 'decide',
  '/quality/:id/reviews/:position/settlement': 'supervise',
  '/neutral-marks': 'decide',
  '/clusters': 'decide',
  '/clusters/:id/verdicts': 'supervise',
  '/cluster-verdicts': 'supervise',
  '/integrity-sample': 'decide',
  '/integrity-fairness': 'decide',
};

/** Every route of the console, with the people who may call it by the table above. */
const expectedRoutes = () =>
  [...server.app.consoleRoutes.keys()].map((route) => {
    const [method = '', path = ''] = route.replace('/api/console', '').split(' ');
    const fits = Object.keys(expected)
      .map((each) => ({ each, above: each.replace(`${method} `, '') }))
      .filter(({ above }) => path === above || path.startsWith(`${above}/`))
      .toSorted((one, other) => one.above.length - other.above.length || one.each.length - other.each.length);
    return [route, expected[fits.at(-1)?.each ?? '']] as const;
  });

test('every route of the console demands the permission that the table above names', () => {
  expect(Object.fromEntries(server.app.consoleRoutes)).toEqual(Object.fromEntries(expectedRoutes()));
});

/** One route for each permission: one that reads, where there is one. */
function guardedRoutes(): Map<Access, string> {
  const guarded = new Map<Access, string>();
  for (const [route, access] of expectedRoutes())
    if (access && (route.startsWith('GET') || !guarded.has(access))) guarded.set(access, route);
  return guarded;
}

const ask = (tab: ConsoleTab, route: string) => {
  const [method, url = ''] = route.split(' ');
  const path = url.replace('/api/console', '').replaceAll(/:\w+/g, '0');
  return method === 'GET' ? tab.get(path) : tab.send(method as 'POST', path, { body: {} });
};

/** Permissions come from the roles; `roles.api.test.ts` compares those with docs/console.md. */
test.each(roles)('a %s gets into the routes of the role’s permissions, and into no others', async (role: Role) => {
  const permitted = permittedCases([{ caseId: '*', role }], cases);
  const tab = await signInTab(server, role);
  for (const [access, route] of guardedRoutes()) {
    const isAllowed = access === 'anyone' || access === 'signed-in' || permitted[access].length > 0;
    const { body } = await ask(tab, route);
    expect([route, role, body.code === 'not-permitted']).toEqual([route, role, !isAllowed]);
  }
});

test('without a session, with a claimant’s cookies, every route but those for anyone asks to sign in', async () => {
  const claimant = await logInBrowser(server.app, memberOf(0));
  const tab = Object.assign(new ConsoleTab(server.app), { cookies: claimant.cookies });
  for (const [route, access] of expectedRoutes()) {
    if (access === 'anyone') continue;
    const { status, body } = await ask(tab, route);
    expect([route, status, body.code]).toEqual([route, 401, 'sign-in-required']);
  }
});

interface Description {
  readonly paths: Record<string, Record<string, { responses: Record<string, { content?: object }> } | undefined>>;
}

test('signed-in staff get a description with every route and its answer; nobody else gets it', async () => {
  expect((await new ConsoleTab(server.app).get('/openapi.json')).status).toBe(401);
  const { status, body } = await (await signInTab(server, 'viewer')).get<Description>('/openapi.json');
  expect(status).toBe(200);
  const answers = [...server.app.consoleRoutes.keys()]
    .filter((route) => route !== 'GET /api/console/openapi.json')
    .map((route) => {
      const [method = '', path = ''] = route.split(' ');
      const { responses = {} } = body.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {};
      const [done, answer] = Object.entries(responses).find(([code]) => code < '400') ?? [];
      return [route, done, answer?.content !== undefined] as const;
    });
  expect(answers.length).toBeGreaterThan(140);
  for (const [route, done, hasSchema] of answers)
    expect([route, hasSchema]).toEqual([route, done !== undefined && !['204', '303'].includes(done)]);
  expect(answers.filter(([, done]) => done === undefined)).toEqual([]);
});

test('the cookie of a staff session opens nothing of a claimant: every route answers as it answers a stranger', async () => {
  const owner = await logInBrowser(server.app, memberOf(1));
  const claim = (await owner.fileClaim()).body.claimNumber;
  await owner.upload(claim, [{ name: 'bill.pdf', bytes: pdf(2_000) }]);
  const [document] = await server.query<{ id: string }>('select id from claim_documents');
  const metadata = `claimnumber ${btoa(claim)},filename ${btoa('more.pdf')}`;
  const tus = { 'tus-resumable': '1.0.0' };
  const created = await owner.send('POST', '/api/uploads', {
    headers: { ...tus, 'upload-length': '100', 'upload-metadata': metadata },
  });
  const upload = String(created.headers['location']).split('/').at(-1) ?? '';

  const stranger = new Browser(server.app);
  await stranger.session();
  const staff = new Browser(server.app);
  await staff.session();
  for (const [name, value] of (await signInTab(server, 'admin', 'supervisor')).cookies) staff.cookies.set(name, value);
  expect((await staff.session()).body.login).toBeNull();

  const calls = [
    ['GET', `/api/claims/${claim}/receipt.pdf`, {}],
    ['GET', `/api/claims/${claim}/data-checks`, {}],
    ['GET', `/api/claims/${claim}/documents`, {}],
    ['GET', `/api/claims/${claim}/documents/${document?.id}`, {}],
    ['HEAD', `/api/uploads/${upload}`, tus],
    ['GET', `/api/uploads/${upload}/result`, {}],
    [
      'PATCH',
      `/api/uploads/${upload}`,
      { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    ],
    ['DELETE', `/api/uploads/${upload}`, tus],
    ['POST', '/api/uploads', { ...tus, 'upload-length': '100', 'upload-metadata': metadata }],
    [
      'POST',
      `/api/ConsumerClaimants/SubmitDocuments?claimnumber=${claim}`,
      { 'content-type': 'multipart/form-data; boundary=x' },
    ],
  ] as const;
  const { paths } = (await stranger.send('GET', '/api/openapi.json')).body;
  // Saved forms take no cookie.
  const withClaim = Object.keys(paths).filter(
    (path) => /\{|uploads$/.test(path) && !/console|Claimants|saved-forms/.test(path),
  );
  const tried = new Set(calls.map(([, path]) => path.replace(claim, '{claimNumber}').replace(/[\da-f-]{36}/, '{id}')));
  expect(withClaim.filter((path) => !tried.has(path))).toEqual([]);

  for (const [method, path, headers] of calls) {
    const options = { headers, ...(method === 'PATCH' && { body: 'a chunk' }) };
    const [asked, expectedAnswer] = [
      await staff.send(method, path, options),
      await stranger.send(method, path, options),
    ];
    expect([method, path, asked.status, asked.body.code]).toEqual([
      method,
      path,
      expectedAnswer.status,
      expectedAnswer.body.code,
    ]);
    expect([401, 403, 404]).toContain(asked.status);
  }
  for (const [method, path, headers] of calls.slice(0, 5))
    expect([path, (await owner.send(method, path, { headers })).status]).toEqual([path, 200]);
});

test('nobody holds finance together with reviewer or supervisor in one case', async () => {
  for (const role of ['reviewer', 'supervisor'] as const)
    await expect(signInTab(server, 'finance', { role, caseId: cases[0] ?? '' })).rejects.toThrow('finance together');
  await signInTab(server, { role: 'finance', caseId: cases[0] ?? '' }, { role: 'reviewer', caseId: cases[1] ?? '' });
});
