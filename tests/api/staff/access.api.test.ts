import { type Role, roles } from '@redress/contract/console/staff';
import { settlement } from '@redress/content/settlement';
import { permittedCases } from '@redress/server/staff/permissions';
import type { Access } from '@redress/server/staff/staff-access';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, logInBrowser } from '../../setup/browser.ts';
import { ConsoleTab, signInTab } from '../../setup/console.ts';
import { memberOf, startTestServer, type TestServer } from '../../setup/test-server.ts';
import { pdf } from '../../setup/uploads.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const cases = [...new Set(settlement.claimForms.map(({ caseId }) => caseId))];

/**
 * Every route of the console and who may call it. A route that is not here fails the first test.
 */
const expected: Readonly<Record<string, Access>> = {
  'GET /api/console/session': 'signed-in',
  'DELETE /api/console/session': 'signed-in',
  'POST /api/console/access-log/search': 'access-log',
  'GET /api/console/dashboard': 'figures',
  'GET /api/console/dashboard/waiting/:what': 'claims',
  'GET /api/console/rules': 'supervise',
  'POST /api/console/rules': 'supervise',
  'GET /api/console/rules/:id': 'supervise',
  'POST /api/console/rules/:id/versions': 'supervise',
  'POST /api/console/rules/:id/runs': 'supervise',
  'GET /api/console/rules/runs/:id': 'supervise',
  'POST /api/console/rules/runs/:id/repeat': 'supervise',
  'DELETE /api/console/rules/runs/:id': 'supervise',
  'POST /api/console/rules/runs/:id/release': 'supervise',
  'GET /api/console/bulk': 'supervise',
  'GET /api/console/bulk/options': 'supervise',
  'POST /api/console/bulk': 'supervise',
  'GET /api/console/bulk/:id': 'supervise',
  'GET /api/console/bulk/:id/claims': 'supervise',
  'DELETE /api/console/bulk/:id': 'supervise',
  'POST /api/console/bulk/:id/retry': 'supervise',
  'GET /api/console/reports': 'figures',
  'GET /api/console/reports/seals/:position': 'figures',
  'POST /api/console/reports': 'figures',
  'GET /api/console/reports/runs/:id': 'figures',
  'DELETE /api/console/reports/runs/:id': 'figures',
  'GET /api/console/reports/:id': 'figures',
  'GET /api/console/reports/:id/report.pdf': 'figures',
  'GET /api/console/reports/:id/report.xlsx': 'figures',
  'GET /api/console/sign-in': 'anyone',
  'POST /api/console/sign-in/passkey-options': 'anyone',
  'POST /api/console/sign-in/passkey': 'anyone',
  'POST /api/console/setup/link': 'anyone',
  'POST /api/console/setup/passkey-options': 'anyone',
  'POST /api/console/setup/passkey': 'anyone',
  'POST /api/console/search': 'search',
  'GET /api/console/claims': 'claims',
  'GET /api/console/claims/newer': 'claims',
  'GET /api/console/claims/options': 'claims',
  'GET /api/console/claims/:number': 'claims',
  'GET /api/console/claims/:number/version': 'claims',
  'GET /api/console/claims/:number/related': 'contact',
  'GET /api/console/claims/:number/data-checks': 'answers',
  'GET /api/console/claims/:number/documents/:id': 'answers',
  'GET /api/console/claims/:number/documents/:id/preview': 'answers',
  'GET /api/console/claims/:number/receipt.pdf': 'answers',
  'GET /api/console/claims/:number/receipt-mail': 'answers',
  'POST /api/console/claims/:number/tax-ids/reveal': 'reveal-tax-id',
  'POST /api/console/claims/:number/notes': 'notes',
  'POST /api/console/claims/:number/calls': 'notes',
  'GET /api/console/review/queues': 'decide',
  'POST /api/console/review/next': 'decide',
  'GET /api/console/review/reviewers': 'supervise',
  'GET /api/console/claims/:number/review': 'claims',
  'POST /api/console/claims/:number/decisions': 'decide',
  'POST /api/console/claims/:number/decisions/:id/undo': 'decide',
  'POST /api/console/claims/:number/cure': 'decide',
  'POST /api/console/claims/:number/reopen': 'supervise',
  'POST /api/console/claims/:number/withdraw': 'supervise',
  'POST /api/console/claims/:number/void': 'supervise',
  'POST /api/console/claims/:number/assignment': 'decide',
  'POST /api/console/claims/:number/presence': 'claims',
  'DELETE /api/console/claims/:number/lease': 'decide',
  'POST /api/console/claims/:number/corrections': 'decide',
  'POST /api/console/claims/:number/corrections/:id/withdrawal': 'decide',
  'GET /api/console/quality': 'decide',
  'POST /api/console/quality': 'supervise',
  'GET /api/console/quality/:id': 'decide',
  'POST /api/console/quality/:id/next': 'decide',
  'POST /api/console/quality/:id/reviews/:position': 'decide',
  'POST /api/console/quality/:id/reviews/:position/give-back': 'decide',
  'POST /api/console/quality/:id/reviews/:position/settlement': 'supervise',
  'GET /api/console/saved-views': 'claims',
  'POST /api/console/saved-views': 'claims',
  'PUT /api/console/saved-views/:id': 'claims',
  'DELETE /api/console/saved-views/:id': 'claims',
  'POST /api/console/members/search': 'search',
  'GET /api/console/members/states': 'search',
  'GET /api/console/members/waiting-addresses': 'members',
  'GET /api/console/members/:noticeId': 'search',
  'POST /api/console/members/:noticeId/addresses': 'notes',
  'POST /api/console/members/:noticeId/addresses/:addressId/decision': 'members',
  'GET /api/console/member-imports': 'import-members',
  'POST /api/console/member-imports': 'import-members',
  'GET /api/console/member-imports/template.csv': 'import-members',
  'GET /api/console/member-imports/:id': 'import-members',
  'PATCH /api/console/member-imports/:id': 'import-members',
  'POST /api/console/member-imports/:id/cancel': 'import-members',
  'GET /api/console/member-imports/:id/bad-rows.csv': 'import-members',
  'GET /api/console/id-requests': 'search',
  'GET /api/console/id-requests/:id': 'search',
  'POST /api/console/id-requests/:id/answers': 'members',
  'GET /api/console/id-letters': 'members',
  'POST /api/console/id-letters': 'members',
  'GET /api/console/id-letters/:id/letters.csv': 'members',
  'POST /api/console/setup/totp': 'anyone',
  'POST /api/console/setup/password': 'anyone',
  'POST /api/console/sign-in/password': 'anyone',
  'POST /api/console/oidc/start': 'anyone',
  'GET /api/console/oidc/callback': 'anyone',
  'GET /api/console/account': 'signed-in',
  'POST /api/console/account/passkey-options': 'signed-in',
  'POST /api/console/account/passkeys': 'signed-in',
  'PUT /api/console/account/passkeys/:id': 'signed-in',
  'DELETE /api/console/account/passkeys/:id': 'signed-in',
  'POST /api/console/account/totp': 'signed-in',
  'PUT /api/console/account/password': 'signed-in',
  'DELETE /api/console/account/password': 'signed-in',
  'POST /api/console/account/recovery-codes': 'signed-in',
  'DELETE /api/console/account/oidc': 'signed-in',
  'DELETE /api/console/account/sessions/:id': 'signed-in',
  'DELETE /api/console/account/sessions': 'signed-in',
  'GET /api/console/staff': 'staff',
  'POST /api/console/staff': 'staff',
  'POST /api/console/staff/:id/invitation': 'staff',
  'DELETE /api/console/staff/:id/invitation': 'staff',
  'PUT /api/console/staff/:id/roles': 'staff',
  'PUT /api/console/staff/:id/state': 'staff',
  'GET /api/console/staff/:id/sessions': 'staff',
  'DELETE /api/console/staff/:id/sessions/:sessionId': 'staff',
  'GET /api/console/approvals': 'approve',
  'POST /api/console/approvals/proof': 'approve',
  'POST /api/console/approvals/approve': 'approve',
  'POST /api/console/approvals/:id/proof': 'approve',
  'POST /api/console/approvals/:id/approve': 'approve',
  'POST /api/console/approvals/:id/decline': 'approve',
  'POST /api/console/approvals/:id/withdraw': 'approve',
  'GET /api/console/claims/:number/integrity': 'decide',
  'POST /api/console/claims/:number/verdicts': 'decide',
  'POST /api/console/claims/:number/neutral-marks': 'decide',
  'GET /api/console/neutral-marks': 'decide',
  'POST /api/console/neutral-marks/:id/withdraw': 'decide',
  'GET /api/console/clusters': 'decide',
  'GET /api/console/clusters/:id': 'decide',
  'POST /api/console/clusters/:id/verdicts': 'supervise',
  'GET /api/console/cluster-verdicts/:id': 'supervise',
  'POST /api/console/cluster-verdicts/:id/request': 'supervise',
  'GET /api/console/integrity-models': 'decide',
  'POST /api/console/integrity-models': 'supervise',
  'POST /api/console/integrity-models/:id/request': 'supervise',
  'GET /api/console/integrity-sample': 'decide',
  'GET /api/console/integrity-drift': 'decide',
  'GET /api/console/integrity-fairness': 'decide',
  'GET /api/console/exports': 'signed-in',
  'GET /api/console/exports/offer': 'signed-in',
  'POST /api/console/exports': 'signed-in',
  'GET /api/console/exports/:id': 'signed-in',
  'GET /api/console/exports/:id/check': 'signed-in',
  'GET /api/console/exports/:id/file': 'signed-in',
  'GET /api/console/exports/:id/manifest': 'signed-in',
  'DELETE /api/console/exports/:id': 'signed-in',
};

test('the table above names every route of the console, and who may call it', () => {
  expect(Object.fromEntries(server.app.consoleRoutes)).toEqual(expected);
});

test.each(roles)('a %s gets into the routes of the role, and into no others', async (role: Role) => {
  const permitted = permittedCases([{ caseId: '*', role }], cases);
  for (const [route, access] of Object.entries(expected)) {
    const [method = '', url = ''] = route.split(' ');
    if (method === 'DELETE' && url.endsWith('/session')) continue;
    const tab = await signInTab(server, role);
    const path = url.replace('/api/console', '').replaceAll(/:\w+/g, '0');
    const { body } = await tab.send(method as 'GET', path, method === 'GET' ? {} : { body: {} });
    const isAllowed = access === 'anyone' || access === 'signed-in' || permitted[access].length > 0;
    expect([route, role, body.code === 'not-permitted']).toEqual([route, role, !isAllowed]);
  }
});

test('without a session, and with a claimant’s cookies, every route but those for anyone asks to sign in', async () => {
  const claimant = await logInBrowser(server.app, memberOf(0));
  for (const tab of [
    new ConsoleTab(server.app),
    Object.assign(new ConsoleTab(server.app), { cookies: claimant.cookies }),
  ])
    for (const [route, access] of Object.entries(expected)) {
      const [method = '', url = ''] = route.split(' ');
      if (access === 'anyone') continue;
      const { status, body } = await tab.send(method as 'GET', url.replace('/api/console', ''));
      expect([route, status, body.code]).toEqual([route, 401, 'sign-in-required']);
    }
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
