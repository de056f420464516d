import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { createPerson, type TestRole } from '../setup/console.ts';
import { expectAccessible } from './axe.ts';
import { addNoteAsColleague, fileClaim, fileListedClaim, insertIdRequest, sealClaim } from './console-claims.ts';
import { fileCluster } from './console-clusters.ts';
import { postToConsole, signInAs } from './console.ts';
import { query } from './filed-claims.ts';
import { pdfOf } from './hostile-documents.ts';
import { expect, test } from './members.ts';
import { decideAsColleague, drawSampleOf } from './quality.ts';
import { openNewLink } from './own-console.ts';

/** Opens a screen as somebody new with this role. */
async function openAs(page: Page, role: TestRole, path: string): Promise<void> {
  await signInAs(page, role);
  await page.goto(`/console${path}`);
}

async function runReport(page: Page): Promise<void> {
  await sealClaim();
  await signInAs(page, 'viewer');
  const asked = await postToConsole(page, '/reports', { cases: ['savings-club'], from: null, to: null });
  expect(asked.status()).toBe(202);
  await page.goto('/console/reports');
  await expect(page.getByRole('link', { name: 'Open the report' }).first()).toBeVisible({ timeout: 30_000 });
}

/** A sample of one decision of a colleague. */
async function openSample(page: Page): Promise<void> {
  const id = await drawSampleOf(page, await decideAsColleague(page));
  await openAs(page, 'supervisor', `/quality/${id}`);
  await expect(page.getByRole('heading', { name: 'Reviews' })).toBeVisible();
}

/** Every route of the console by its path in `routes.tsx`: brings it to the screen with data on it. */
const screens: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async 'sign-in'(page) {
    await page.goto('/console/sign-in?oidc=failed');
    await page.getByRole('button', { name: 'Use a password instead' }).click();
    await expect(page.getByLabel('Code')).toBeVisible();
  },
  async setup(page) {
    const { id } = await createPerson(process.env['E2E_DATABASE_URL'] ?? '', ['reviewer']);
    await openNewLink(page, id);
    await page.getByRole('button', { name: 'Use a password' }).click();
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  },
  async index(page) {
    await fileListedClaim();
    await openAs(page, 'viewer', '/');
    await page.getByRole('button', { name: 'Table of Claims by status' }).click();
    await expect(page.getByRole('heading', { name: 'How long claims wait for documents' })).toBeVisible();
  },
  async search(page) {
    await fileListedClaim();
    await openAs(page, 'supervisor', '/search?q=53703');
    await expect(page.getByRole('region', { name: 'Claims' }).getByRole('link').first()).toBeVisible();
  },
  async claims(page) {
    await fileListedClaim();
    await openAs(page, 'supervisor', '/claims?form=tpp&nonsense=1');
    await expect(page.getByRole('rowheader').first()).toBeVisible();
  },
  async 'claims/:number'(page) {
    const number = await fileClaim([{ name: 'statement.pdf', bytes: pdfOf(['Some text']) }]);
    await addNoteAsColleague(number, 'Checked the statement');
    await openAs(page, 'supervisor', `/claims/${number}`);
    await page.getByRole('button', { name: 'Show statement.pdf' }).click();
    await expect(page.locator('iframe.preview-frame').contentFrame().locator('.text')).toHaveText('Some text');
    await page.getByRole('button', { name: 'Log a call' }).click();
  },
  async clusters(page) {
    const { id } = await fileCluster(2);
    await openAs(page, 'supervisor', '/clusters');
    await expect(page.getByRole('link', { name: id, exact: true })).toBeVisible();
  },
  async 'clusters/:id'(page) {
    const { id } = await fileCluster(7);
    await openAs(page, 'supervisor', `/clusters/${id}`);
    await expect(page.getByText('In common:').first()).toBeAttached();
    await page.getByRole('button', { name: 'Table of When they were filed' }).click();
  },
  async 'cluster-verdicts/:id'(page) {
    const { id } = await fileCluster(7);
    await openAs(page, 'supervisor', `/clusters/${id}`);
    await page.getByRole('button', { name: 'Judge a sample' }).click();
    await page.getByRole('button', { name: 'Save verdict' }).first().click();
    await expect(page.getByRole('alert')).toHaveText('Choose what you found.');
  },
  async integrity(page) {
    await fileCluster(2);
    await openAs(page, 'supervisor', '/integrity?case=brand-drug');
    await expect(page.getByRole('button', { name: 'Table of Signals of the last week' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Models' })).toBeVisible();
  },
  async queues(page) {
    await fileListedClaim();
    await openAs(page, 'supervisor', '/queues');
    await expect(page.getByRole('region', { name: 'Queues' }).getByRole('link').first()).toBeVisible();
  },
  async queue(page) {
    await fileListedClaim();
    await openAs(page, 'supervisor', '/queue?form=tpp&order=newest');
    await page.getByRole('button', { name: 'Deficient', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Documents are missing' }).click();
    await expect(page.getByRole('button', { name: 'Confirm and next' })).toBeVisible();
  },
  async exports(page) {
    await signInAs(page, 'supervisor');
    const asked = { list: 'claims', query: 'form=tpp', format: 'csv', columns: ['number'] };
    expect((await postToConsole(page, '/exports', asked)).status()).toBe(201);
    await page.goto('/console/exports');
    await expect(page.getByText('Ready')).toBeVisible({ timeout: 20_000 });
  },
  reports: runReport,
  async 'reports/:id'(page) {
    await runReport(page);
    await page.getByRole('link', { name: 'Open the report' }).first().click();
    await expect(page.getByRole('table', { name: 'Claims by state' })).toBeVisible();
  },
  async members(page) {
    await openAs(page, 'supervisor', '/members');
    await expect(page.getByRole('region', { name: 'Class members' }).getByRole('link').first()).toBeVisible();
  },
  async 'members/import'(page) {
    await openAs(page, 'supervisor', '/members/import');
    const buffer = Buffer.from('notice_id,unique_id,first_name,last_name,street,city,state,zip,case\nX,X,,,,,,,none');
    await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Bad rows' })).toBeVisible({ timeout: 20_000 });
  },
  async 'members/:noticeId'(page) {
    const { id } = await createPerson(process.env['E2E_DATABASE_URL'] ?? '', ['call-center']);
    const [member] = await query<{ notice_id: string }>(
      `insert into member_addresses (notice_id, street, city, state, zip, source, reason, entered_at, asked_by)
       select max(notice_id), '3 Slate Street', 'Concord', 'New Hampshire', '03301', 'call', 'Moved', now(), $1
       from class_members where case_id = 'brand-drug' returning notice_id`,
      [id],
    );
    await openAs(page, 'supervisor', `/members/${member?.notice_id}`);
    await expect(page.getByRole('button', { name: 'Confirm this address' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Correct the address' }).click();
  },
  async 'id-requests'(page) {
    const id = await insertIdRequest();
    await openAs(page, 'supervisor', '/id-requests');
    await expect(page.getByRole('link', { name: id, exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Letters for the mail house' })).toBeVisible();
  },
  async 'id-requests/:id'(page) {
    await openAs(page, 'supervisor', `/id-requests/${await insertIdRequest()}`);
    await page
      .getByRole('radio', { name: /Jane Doe/ })
      .first()
      .check();
  },
  async quality(page) {
    await openAs(page, 'supervisor', '/quality');
    await page.getByRole('button', { name: 'Draw the sample' }).click();
    await expect(page.getByText('Choose the first day')).toBeVisible();
  },
  async 'quality/:id'(page) {
    await openSample(page);
  },
  async 'quality/:id/review'(page) {
    await openSample(page);
    await page.getByRole('button', { name: 'Review the next claim' }).click();
    await page.getByRole('radio', { name: 'Deny' }).check();
    await expect(page.getByRole('group', { name: 'Reasons' })).toBeVisible();
  },
  async approvals(page) {
    // With another one before, roles wait for approval.
    await signInAs(page, 'admin');
    const { id } = await signInAs(page, 'admin');
    const email = `${id}@accessible.example.com`;
    const roles = [{ caseId: '*', role: 'reviewer' }];
    expect((await postToConsole(page, '/staff', { name: 'Cy Young', email, roles })).status()).toBe(201);
    await openAs(page, 'admin', '/approvals');
    const request = page.getByRole('article').filter({ hasText: email });
    await request.getByRole('button', { name: 'Decline' }).click();
    await expect(request.getByLabel('Why do you decline?')).toBeVisible();
  },
  async staff(page) {
    await openAs(page, 'admin', '/staff');
    await expect(page.getByRole('button', { name: /^Manage/ }).first()).toBeVisible();
  },
  async account(page) {
    await openAs(page, 'admin', '/account');
    await page.getByRole('button', { name: 'Set a password' }).click();
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  },
  async 'access-log'(page) {
    await signInAs(page, 'reviewer');
    expect((await postToConsole(page, '/search', { q: 'zebedee quux' })).status()).toBe(200);
    await openAs(page, 'admin', '/access-log');
    await expect(page.getByRole('rowheader').first()).toBeVisible();
  },
  async '*'(page) {
    await signInAs(page, 'supervisor', 'admin');
    await page.goto('/console/nothing-here');
    await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
  },
};

for (const [path, open] of Object.entries(screens))
  test(`${path} is accessible from 375 to 1920 pixels, light and dark`, async ({ page }) => {
    test.slow(); // axe runs six times
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page);
    for (const width of [320, 375, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (width === 320) continue;
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page);
      }
    }
  });

test('every route of the console is in the table above', () => {
  const routes = readFileSync(new URL('../../apps/console/src/routes.tsx', import.meta.url), 'utf8');
  const paths = [...routes.matchAll(/\bpath: '([^']+)'|\b(index): true/g)].map(([, path, index]) => path ?? index);
  expect(paths.length).toBe([...routes.matchAll(/\blazy:/g)].length);
  expect(new Set(Object.keys(screens))).toEqual(new Set(paths));
});
