import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { fileApproved, runAllocations, sealAll } from '../setup/allocations.ts';
import { createPerson, signInTab, type TestRole } from '../setup/console.ts';
import { enter, fund } from '../setup/funds.ts';
import { expectAccessible } from './axe.ts';
import { checkScreen } from './console-screen.ts';
import { openRequest } from './console.ts';
import { downloadBy } from './download.ts';
import { expect, test } from './members.ts';
import { startOwnServer } from './own-server.ts';
import { phone } from './settings.ts';

const verify = join(import.meta.dirname, '../../tools/allocation-verify.mjs');

// A freeze makes the claims of a fund final, so this server is the test's own.
test('finance compares two scenarios and asks to freeze one, a supervisor approves it, and its file verifies', async ({
  page,
}) => {
  const server = await startOwnServer();
  const signIn = async (role: TestRole) => {
    const { token: value } = await createPerson(server.connectionString, [role], server.now);
    const cookie = { name: 'redress-staff', value, url: server.address, httpOnly: true, sameSite: 'Strict' } as const;
    await page.context().addCookies([cookie]);
  };
  try {
    const numbers = await fileApproved(server, await signInTab(server, 'reviewer'), ['3650', '1000', '5']);
    const [one, other] = [await signInTab(server, 'finance'), await signInTab(server, 'finance')];
    await enter(one, other, { kind: 'contribution', amount: '1000' });
    await sealAll(server);

    await signIn('finance');
    await page.goto(`${server.address}/console/allocations?fund=${fund.id}`);
    await expect(page.getByText('No scenarios yet')).toBeVisible();
    await compute(page, 'As the plan says', {});
    await expect(page.getByText('Computing what each claim would be paid')).toBeVisible();
    await runAllocations(server);
    await expect(figure(page, 'People paid')).toHaveText(['2of 3 claims']);
    await compute(page, 'Minimum $300', { Minimum: '300' });
    await runAllocations(server);
    await expect(figure(page, 'People paid')).toHaveText(['1of 3 claims', '2of 3 claims']);
    await expect(figure(page, 'Largest payment')).toHaveText(['$1,000.00', '$784.95']);
    await expect(page.getByRole('region', { name: 'Changes' }).getByRole('row').last()).toContainText(
      '1 claim$215.05at most $215.05',
    );
    await page.setViewportSize(phone.viewport);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport.width);
    await seeOpenClaims(page);
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Allocations' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Ask to freeze' }).click();
    await expect(page.getByText('Say what this allocation is')).toBeVisible();
    await page.getByLabel('Why this scenario').fill('The court approved this minimum.');
    await page.getByRole('button', { name: 'Ask to freeze' }).click();
    await expect(page.getByText('Awaiting second approval.')).toBeInViewport();
    await expect(page.getByRole('heading', { name: 'Awaiting approval' })).toBeFocused();
    const address = page.url();
    const hash = await page.locator('code.hash').textContent();

    await signIn('supervisor');
    await page.goto(`${server.address}/console/approvals`);
    const request = await openRequest(page, 'Freeze the allocation “Minimum $300”');
    await expect(request).toContainText('Consumer pool: minimum $300.00');
    await expect(request.getByText(hash ?? '')).toHaveCount(1);
    await expectAccessible(page);
    await request.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText(/^Approved the request to freeze the allocation/)).toBeVisible();
    const decided = page.getByRole('region', { name: 'Decided' }).getByRole('cell').first();
    expect((await decided.boundingBox())?.width).toBeGreaterThan(200);
    await page.goto(address);
    await expect(page.getByText('Making its claims final')).toBeVisible();
    await runAllocations(server);
    await expect(page.getByText('All its claims have been final')).toBeVisible();
    await checkScreen(page, 'allocations/:id');
    const file = await (await downloadBy(page, page.getByRole('link', { name: 'Allocation (CSV)' }))).path();
    expect(await readFile(file, 'utf8')).toContain(`${numbers[0]},`);
    const { stdout } = await promisify(execFile)(process.execPath, [verify, file]);
    expect(stdout).toContain(hash);
    await signIn('finance');
    await page.goto(address);
    await compute(page, 'Late orders', {}, server.now.toISOString().slice(0, 10));
    await runAllocations(server);
    await expect(figure(page, 'Largest payment')).toHaveCount(1);
    const [late = ''] = numbers;
    await page.route('**/open-claims*', (route) =>
      route.fulfill({
        json: {
          claims: 1,
          requested: [],
          outdated: null,
          groups: [{ kind: 'may-dispute', claims: 1, numbers: [late] }],
        },
      }),
    );
    await page.reload();
    await page.getByText('The claimant may still dispute the decision: 1 claim').click();
    await expect(page.getByRole('link', { name: late })).toBeVisible();
    await expect(page.getByText('This one waits for 1 claim.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Move/ })).toHaveCount(0);
    await page.getByLabel('Compare with').selectOption({ index: 1 });
    await expect(figure(page, 'Largest payment')).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'Changes' })).toHaveCount(0);
    await page.goto(address);
    const report = await downloadBy(page, page.getByRole('link', { name: 'Report (PDF)' }));
    expect((await readFile(await report.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await page.goto(`${server.address}/console/allocations?fund=${fund.id}`);
    await expect(page.getByRole('region', { name: 'Scenarios' })).toBeVisible();
    await checkScreen(page, 'allocations');
  } finally {
    await page.close();
    await server.close();
  }
});

/** Computes a scenario in the dialog. The limits are those of the last pool. */
async function compute(
  page: Page,
  name: string,
  limits: Readonly<Record<string, string>>,
  supplementOn?: string,
): Promise<void> {
  await page
    .getByRole('button', { name: supplementOn === undefined ? /^New scenario/ : /^Supplement/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Net fund as of').fill(supplementOn ?? '2025-06-30');
  for (const [label, amount] of Object.entries(limits)) await dialog.getByLabel(label).last().fill(amount);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Compute' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Opens the second page of 101 open claims, which the server would list. */
async function seeOpenClaims(page: Page): Promise<void> {
  const open = Array.from({ length: 101 }, (_, index) => String(5_000_000_001 + index));
  const address = '**/open-claims*';
  let isDown = true;
  await page.route(address, (route) => {
    if (isDown && route.request().url().includes('after=')) return route.abort();
    const numbers = route.request().url().includes(`after=${open[99]}`) ? open.slice(100) : open.slice(0, 100);
    return route.fulfill({
      json: {
        claims: 101,
        requested: open.slice(0, 1),
        outdated: null,
        groups: [{ kind: 'may-dispute', claims: 101, numbers }],
      },
    });
  });
  await page.reload();
  await page.getByText('The claimant may still dispute the decision: 101 claims').click();
  await expect(page.getByText('1–100 of 101')).toBeVisible();
  // One is requested already.
  await expect(page.getByRole('button', { name: 'Move 99 claims into the reserve …' })).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  // Without the page, no claims are offered.
  await expect(page.getByText('No response from the server.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Move 0 claims/ })).toHaveCount(0);
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('101–101 of 101')).toBeVisible();
  await expect(page.getByRole('link', { name: open[100] ?? '' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move 1 claim into the reserve …' })).toBeVisible();
  await page.unroute(address);
  await page.reload();
}

/** The cells of a figure in the table of scenarios. */
const figure = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Figures of the scenarios' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('cell');
