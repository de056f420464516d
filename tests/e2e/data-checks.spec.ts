import type { DataChecks } from '@redress/contract/data-checks';
import { expect, test } from './members.ts';

/** Runs in the browser: stores the state after filing a claim. */
const storeClaimState = () =>
  sessionStorage.setItem(
    'claimant',
    JSON.stringify({ claimNumber: '1234567897', dateCreated: '2025-07-18T03:30:00Z' }),
  );
const checks = (state: 'waiting' | 'checked'): DataChecks => ({
  late: false,
  documents: 1,
  status: { reference: '11415REF1234567897', settlement: 'Invented', due: [], next: ['We review it.'] },
  files: [{ name: 'purchases.csv', state, message: `It is ${state}.`, findings: [] }],
  review: [],
});

test('the page polls after one second, two, four … until the check is done', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(storeClaimState);
  /** When, on the page's clock. */
  const asked: number[] = [];
  await page.route('**/data-checks', async (route) => {
    asked.push(await page.evaluate(() => Date.now()));
    if (asked.length === 2) await route.abort();
    else await route.fulfill({ json: checks(asked.length < 4 ? 'waiting' : 'checked') });
  });
  await page.goto('/tpp-complete');
  const status = page.getByRole('status');
  await expect(status).toHaveText(/^We are checking 1 file\./);
  await expect
    .poll(async () => {
      await page.clock.runFor(500);
      return asked.length;
    })
    .toBe(4);
  const pauses = asked.slice(1).map((time, index) => time - (asked[index] ?? 0));
  // A busy machine is late, never early.
  expect(pauses.map((pause, index) => pause >= 1_000 * 2 ** index)).toEqual([true, true, true]);
  await expect(status).toHaveText('We have checked your file.');
  await page.clock.runFor(60_000);
  await page.evaluate(() => fetch('/api/session'));
  expect(asked).toHaveLength(4);
});

test('after half an hour the page stops polling, and says where the result will be', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(storeClaimState);
  await page.route('**/data-checks', (route) => route.fulfill({ json: checks('waiting') }));
  await page.goto('/tpp-complete');
  const status = page.getByRole('status');
  await expect(status).toHaveText(/^We are checking 1 file\./);
  await page.clock.fastForward('31:00');
  await expect(status).toHaveText(/^The check takes longer than usual\. Your receipt will have the result\./);
});

test('a claim of another browser keeps its number, and is requested once', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(storeClaimState);
  const asked: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/data-checks')) asked.push(response.status());
  });
  await page.goto('/tpp-complete');
  await expect(page.locator('.reference')).toHaveText('11415REF1234567897');
  await expect.poll(() => asked).toEqual([403]);
  // It would ask again before anything else that the page asks after a minute.
  await page.clock.runFor(60_000);
  await page.evaluate(() => fetch('/api/session'));
  expect(asked).toEqual([403]);
  await expect(page.getByRole('region', { name: 'Your files' })).toHaveCount(0);
});
