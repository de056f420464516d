import { dirname, join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { address } from '../e2e/settings.ts';
import { query } from '../e2e/filed-claims.ts';
import type { TestRole } from '../setup/console.ts';
import { runCommand } from '../setup/run-command.ts';
import { openAs } from './console-steps.ts';
import { pictureScale, savePicture, type Shot } from './shot.ts';

const invented = 600;

/** Files invented claims beside the server, for the screens of the console. */
export async function fileInventedClaims(): Promise<void> {
  const environment = {
    DATA_DIR: dirname(process.env['E2E_MAIL_FOLDER'] ?? ''),
    DATABASE_URL: process.env['E2E_DATABASE_URL'],
    SECRET_KEY: process.env['E2E_SECRET_KEY'],
    PUBLIC_URL: address,
  };
  const { code, err } = await runCommand('demo', ['--claims', String(invented), '--add'], { environment });
  if (code !== 0) throw new Error(`The claims of the console's screenshots could not be filed: ${err}`);
  await expect
    .poll(async () => Number((await query<{ count: string }>('select count(*) from claim_search', []))[0]?.count))
    .toBeGreaterThanOrEqual(invented);
}

/** Opens a claim with a document of a type. */
async function openClaimWith(page: Page, type: string): Promise<void> {
  const [row] = await query<{ number: string }>(
    'select number from claims join claim_documents on claim_id = claims.id where type = $1 order by number limit 1',
    [type],
  );
  await openAs(page, `/claims/${row?.number}`);
  await expect(page.getByRole('heading', { level: 2, name: 'History' })).toBeVisible();
}

async function showDocument(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Show / })
    .first()
    .click();
  const preview = page.getByRole('group', { name: /^Preview of / });
  await expect(preview).toBeVisible();
  await expect(preview.getByText('Opening the document')).toBeHidden();
}

async function openQueue(page: Page): Promise<void> {
  await openAs(page, '/queue?case=savings-club&form=individual&reason=machine');
  await expect(page.getByRole('heading', { level: 3, name: 'Machine-made' })).toBeVisible();
}

async function openLargestCluster(page: Page): Promise<void> {
  const [largest] = await query<{ id: string }>('select id from claim_clusters order by size desc, id limit 1', []);
  await openAs(page, `/clusters/${largest?.id}`);
  await expect(page.getByRole('heading', { name: 'Side by side' })).toBeVisible();
}

const opens = (path: string, role?: TestRole) => (page: Page) => openAs(page, path, role);

const screens: readonly (readonly [name: string, path: string, role?: TestRole])[] = [
  ['dashboard', '/'],
  ['search', '/search?q=garcia'],
  ['claims', '/claims'],
  ['exports', '/exports'],
  ['reports', '/reports'],
  ['members', '/members'],
  ['member-import', '/members/import'],
  ['letters', '/letters'],
  ['letter-batches', '/letter-batches'],
  ['returned', '/returned'],
  ['bounces', '/bounces'],
  ['disputes', '/disputes'],
  ['id-requests', '/id-requests'],
  ['id-request', '/id-requests/1'],
  ['queues', '/queues'],
  ['queue-machine', '/queue?case=savings-club&form=individual&reason=machine'],
  ['queue-data', '/queue?case=brand-drug&form=tpp&reason=data-errors'],
  ['clusters', '/clusters'],
  ['integrity', '/integrity'],
  ['quality', '/quality'],
  ['rules', '/rules'],
  ['approvals', '/approvals'],
  ['account', '/account'],
  ['not-found', '/nothing'],
  ['staff', '/staff', 'admin'],
  ['access-log', '/access-log', 'admin'],
  ['funds', '/funds', 'finance'],
  ['fund', '/funds/brand-drug-2025', 'finance'],
  ['allocations', '/allocations', 'finance'],
];

/** Every screen as it opens. */
export const consoleScreens = screens.map(([name, path, role]): Shot => ({
  name: `console-${name}`,
  widths: [375, 1280, 1600],
  reach: opens(path, role),
}));

const pictureSize = { width: 1280, height: 900 };
/** So that the preview is in the picture. */
const claimPictureHeight = 1_000;

/** The pictures of `docs/console.md`. Returns the files. */
export async function takeConsolePictures(browser: Browser, baseURL: string, folder: string): Promise<string[]> {
  const pictures: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'console-dashboard.webp': opens('/'),
    // By number: claims of every kind. The newest are all late.
    'console-claims.webp': opens('/claims?sort=number'),
    'console-queue.webp': async (page) => {
      await openQueue(page);
      await page.keyboard.press('d');
    },
    'console-cluster.webp': async (page) => {
      await openLargestCluster(page);
      await page.getByRole('heading', { name: 'What they have in common' }).evaluate((heading) => {
        heading.scrollIntoView();
      });
    },
    'console-claim.webp': async (page) => {
      await openClaimWith(page, 'jpg');
      await showDocument(page);
      await page.setViewportSize({ ...pictureSize, height: claimPictureHeight });
      await page.getByRole('region', { name: 'Answers' }).evaluate((answers) => {
        answers.scrollIntoView();
      });
    },
  };
  const files: string[] = [];
  for (const [name, reach] of Object.entries(pictures)) {
    const page = await browser.newPage({
      baseURL,
      viewport: pictureSize,
      reducedMotion: 'reduce',
      deviceScaleFactor: pictureScale,
      colorScheme: name === 'console-queue.webp' ? 'dark' : 'light',
    });
    await reach(page);
    // Only the picture shows this name.
    await page
      .locator('.account-menu-button, .frame-head button')
      .last()
      .evaluate((button) => {
        button.textContent = 'Dana Whitfield';
      });
    files.push(join(folder, name));
    await savePicture(page, join(folder, name));
    await page.close();
  }
  return files;
}
