import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import startServer from '../e2e/start-server.ts';
import { query } from '../e2e/filed-claims.ts';
import { address } from '../e2e/settings.ts';
import { openAs } from './console-steps.ts';
import { findBrowser } from '../../tools/find-browser.mjs';
import { openBrowser, pictureScale, savePicture } from './shot.ts';
import { copyCheckout } from '../new-case/copied-checkout.ts';

// npm run screenshots:new-case takes the pictures of docs/new-case.md, in a copy of the checkout with
// the settlement that the page makes.

const folder = process.env['PICTURES_FOLDER'] ?? join(import.meta.dirname, '../../docs/images');
const desktop = { width: 860, height: 640 };
const phone = { width: 375, height: 720 };
/** The width of a picture of a part of the form. */
const partWidth = 830;

if (process.env['PICTURES_FOLDER'] === undefined) await takeInCopy();
else await takeAll();

async function takeInCopy(): Promise<void> {
  const { run, remove } = copyCheckout();
  const env = { CONTENT: 'larkhaven', PICTURES_FOLDER: folder, CHROMIUM_PATH: await findBrowser() };
  try {
    await run('tools/new-case.mjs', ['--answers', 'content/larkhaven-answers.json']);
    console.log('Building the settlement …');
    await run('tools/build-site.mjs', [], env);
    console.log(await run('tools/node24.mjs', ['tests/screenshots/new-case-pictures.ts'], env));
  } finally {
    remove();
  }
}

async function takeAll(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const stopServer = await startServer();
  const browser = await openBrowser();
  try {
    await takeHome(browser);
    await takeMessage(browser);
    await takeForm(browser);
    await takeConsole(browser);
  } finally {
    await browser.close();
    await stopServer();
  }
}

/** A page whose window has this size, at an address. */
async function open(opened: Browser, path: string, viewport: { width: number; height: number }): Promise<Page> {
  const page = await opened.newPage({
    baseURL: address,
    viewport,
    reducedMotion: 'reduce',
    deviceScaleFactor: pictureScale,
  });
  await page.goto(path, { waitUntil: 'networkidle' }); // Waits until the script has taken over the form.
  return page;
}

/** Saves what the window shows, or only from one element to another one. */
async function save(name: string, page: Page, part?: { readonly from: Locator; readonly to: Locator }): Promise<void> {
  const file = join(folder, `new-case-${name}.webp`);
  await savePicture(page, file, part && (await areaOf(part)));
  console.log(file);
}

/** In pixels of the page, with a margin. */
async function areaOf({ from, to }: { readonly from: Locator; readonly to: Locator }) {
  const margin = 20;
  const [first, last] = [await from.boundingBox(), await to.boundingBox()];
  if (!first || !last) throw new Error('An element of the picture is hidden.');
  const scrolled = await from.page().evaluate(() => scrollY);
  const y = first.y + scrolled - margin;
  const height = last.y + last.height - first.y + 2 * margin;
  return { x: first.x - margin, y, width: partWidth, height };
}

async function takeHome(opened: Browser): Promise<void> {
  const page = await open(opened, '/', desktop);
  await save('home', page);
  await page.close();
}

/** The form on a phone, with the message of a wrong answer. */
async function takeMessage(opened: Browser): Promise<void> {
  const page = await open(opened, '/data-incident-claim', phone);
  await page.getByLabel('First and last name').fill('Jordan Sample');
  await page.getByLabel('Street address').fill('12 Example Street');
  await page.getByLabel('City').fill('Exampleville');
  await page.getByLabel('State').selectOption('Illinois');
  await page.getByLabel('ZIP code').fill('606');
  await page.getByRole('button', { name: 'SUBMIT' }).click();
  await expect(page.getByText('Type a US ZIP code').first()).toBeVisible();
  await page.getByLabel('City').evaluate((field) => field.scrollIntoView());
  await save('phone', page);
  await page.close();
}

/** Questions that an answer opens, their limits, the notice about documents, and the last page. */
async function takeForm(opened: Browser): Promise<void> {
  const page = await open(opened, '/data-incident-claim', desktop);
  const section = (letter: string) => page.locator(`#section-${letter}`);
  await page.getByLabel('First and last name').fill('Jordan Sample');
  await page.getByLabel('Street address').fill('12 Example Street');
  await page.getByLabel('City').fill('Exampleville');
  await page.getByLabel('State').selectOption('Illinois');
  await page.getByLabel('ZIP code').fill('60601');
  await page.getByLabel('Email address').fill('jordan@example.com');
  await page.getByLabel('I have read this section').check();
  await page.getByRole('radio', { name: 'Both' }).check();
  await fillLoss(page, 1, ['Charges that the bank kept', '3/14/2026', '4800']);
  await page.getByRole('button', { name: 'Add another loss' }).click();
  await fillLoss(page, 2, ['Postage and copies', '4/2/2026', '250']);
  const hours = page.getByLabel('Hours that you spent');
  const activity = page.getByLabel('What you did in that time');
  await hours.fill('6');
  await activity.fill('Called my bank, changed passwords');
  await page.getByLabel('Electronic signature').fill('Jordan Sample');
  await page.getByLabel('I am not a robot').check();
  const submit = page.getByRole('button', { name: 'SUBMIT' });
  await submit.click();
  await expect(page.getByText('Please lower your amounts.').first()).toBeVisible();
  await expect(page.getByText('Enter 5 hours or less').first()).toBeVisible();
  const total = page.getByText('Please lower your amounts.').last();
  await save('losses', page, { from: section('C').getByText('What do you claim?'), to: total });
  await save('hours', page, { from: section('C').getByText('Time that you spent').last(), to: activity });
  await fillLoss(page, 2, ['Postage and copies', '4/2/2026', '25']);
  await hours.fill('2:30');
  await save('documents', page, {
    from: section('D').getByText('Your documents').last(),
    to: section('D').getByText('You can submit this form without them.').last(),
  });
  await submit.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you. We have your claim.');
  await save('filed', page);
  await page.close();
}

async function fillLoss(page: Page, number: number, [what, day, amount]: readonly [string, string, string]) {
  const row = page.getByRole('group', { name: `Loss ${number}` });
  await row.getByLabel('What you lost').fill(what);
  await row.getByLabel('Date').fill(day);
  await row.getByLabel('Amount').fill(amount);
}

async function takeConsole(opened: Browser): Promise<void> {
  const page = await open(opened, '/', { width: 1_100, height: 760 });
  const [claim] = await query<{ number: string }>('select number from claims limit 1', []);
  await openAs(page, `/claims/${claim?.number}`);
  await expect(page.getByRole('heading', { level: 2, name: 'History' })).toBeVisible();
  // Only the picture shows this name.
  await page
    .locator('.account-menu-button, .frame-head button')
    .last()
    .evaluate((button) => (button.textContent = 'Dana Whitfield'));
  await save('console', page);
  await page.close();
}
