import type { DataRules } from '@redress/datafiles/rules';
import type { Page } from '@playwright/test';
import { expect, test } from './members.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkBytes } from '../data-files/check-fixture.ts';
import { purchaseHeaders, rules } from '../data-files/fixture-rows.ts';

// The test starts the worker by its URL.
test.use({ bypassCSP: true, timezoneId: 'Pacific/Auckland' });

const assets = join(import.meta.dirname, '../../apps/site/dist/client/assets');
const fixtures = join(import.meta.dirname, '../data-files/fixtures');

/** Checks bytes with the script that the website sends to browsers. */
async function checkInBrowser(page: Page, bytes: Buffer, name: string): Promise<unknown> {
  const script = readdirSync(assets).find((file) => /^check-worker.*\.js$/.test(file));
  if (script === undefined) throw new Error('The built site has no worker that checks data files');
  const order = { script: `/assets/${script}`, base64: bytes.toString('base64'), name, rules };
  const checked = await page.evaluate(
    (given: { script: string; base64: string; name: string; rules: DataRules }) =>
      new Promise<string>((resolve, reject) => {
        const worker = new Worker(given.script, { type: 'module' });
        worker.addEventListener('error', (event) => reject(new Error(`The worker failed: ${event.message}`)));
        worker.addEventListener('message', ({ data }: MessageEvent<{ type: string; result?: unknown }>) => {
          if (data.type === 'failed') reject(new Error('The check failed'));
          if (data.type === 'result') resolve(JSON.stringify(data.result));
        });
        const content = Uint8Array.from(atob(given.base64), (letter) => letter.charCodeAt(0));
        worker.postMessage({ type: 'check', file: new File([content], given.name), rules: given.rules });
      }),
    order,
  );
  return JSON.parse(checked);
}

/** As stored and sent: a report is JSON. */
async function checkHere(bytes: Buffer<ArrayBuffer>, name: string): Promise<unknown> {
  return JSON.parse(JSON.stringify(await checkBytes(bytes, rules, name)));
}

test('Chromium, in a distant time zone, reports the same as the server for every fixture', async ({ page }) => {
  await page.goto('/');
  const files = readdirSync(fixtures).filter((file) => !file.startsWith('.'));
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) {
    const bytes = readFileSync(join(fixtures, file));
    expect(await checkInBrowser(page, bytes, file), file).toEqual(await checkHere(bytes, file));
  }
  // Only a late row shows its format.
  const row = (date: string, amount: string) => `Plan;99999083321;${date};Arizona;Ohio;${amount}`;
  const rows = Array.from({ length: 2_000 }, (_, index) => row('05/04/2009', `1.${100 + (index % 900)}`));
  const late = Buffer.from([purchaseHeaders.join(';'), ...rows, row('25/04/2009', '12,5'), ''].join('\n'));
  const inBrowser = await checkInBrowser(page, late, 'late.csv');
  expect(inBrowser).toEqual(await checkHere(late, 'late.csv'));
  expect(inBrowser).toMatchObject({
    report: { tables: [{ dates: { order: 'day-first' }, decimals: { mark: 'comma' }, rows: 2_001 }] },
  });
});
