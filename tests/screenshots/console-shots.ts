import { dirname, join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { settlement } from '@redress/content/settlement';
import { dayIn } from '@redress/forms/court-day';
import { endSessions } from '../e2e/console-claims.ts';
import { postToConsole, signInAs } from '../e2e/console.ts';
import { address } from '../e2e/settings.ts';
import { query } from '../e2e/filed-claims.ts';
import type { TestRole } from '../setup/console.ts';
import { runCommand } from '../setup/run-command.ts';
import { moreConsoleShots } from './console-state-shots.ts';
import { button, claimWith, heading, openAs, openDialog } from './console-steps.ts';
import {
  inBoth,
  inLight,
  pictureScale,
  savePicture,
  screenInBoth,
  screenInLight,
  type Shot,
  shot,
  wideInBoth,
} from './shot.ts';

const invented = 600;

/** Files invented claims beside the server, for the screens of the console, or decides them. */
export async function fileInventedClaims(...more: readonly string[]): Promise<void> {
  const { code, err } = await runCommand('demo', ['--claims', String(invented), '--add', ...more], {
    environment: environment(),
  });
  if (code !== 0) throw new Error(`The claims of the console's screenshots could not be filed: ${err}`);
  await expect
    .poll(async () => Number((await query<{ count: string }>('select count(*) from claim_search', []))[0]?.count))
    .toBeGreaterThanOrEqual(invented);
}

const environment = () => ({
  DATA_DIR: dirname(process.env['E2E_MAIL_FOLDER'] ?? ''),
  DATABASE_URL: process.env['E2E_DATABASE_URL'],
  SECRET_KEY: process.env['E2E_SECRET_KEY'],
  PUBLIC_URL: address,
});

const invited = ['--email', 'dana@administrator.example.com', '--name', 'Dana Whitfield', '--role', 'reviewer'];

async function openClaimWith(page: Page, type: string): Promise<void> {
  await openAs(page, `/claims/${await claimWith(type)}`);
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

/** Only the last pictures need decided claims and scenarios. */
let computing: Promise<readonly string[]> | undefined;

/** Signs in as finance. Returns the IDs of scenarios. */
async function openScenarios(page: Page): Promise<readonly string[]> {
  await signInAs(page, 'finance');
  return (computing ??= computeScenarios(page));
}

/** Decides the claims, and computes scenarios of the first fund; one cannot be computed. */
async function computeScenarios(page: Page): Promise<readonly string[]> {
  await fileInventedClaims('--decided');
  const fund = 'brand-drug-2025';
  const scenarios = [
    { name: 'As the plan says', limits: {} },
    { name: 'Cap $2,000', limits: { consumers: { cap: '2000' } } },
    { name: 'Floor too high', limits: { consumers: { floor: '90000000', minimum: null } } },
  ].map((each) => ({ ...each, id: crypto.randomUUID(), fund, asOf: dayIn(settlement.site.timeZone, new Date()) }));
  for (const scenario of scenarios) expect((await postToConsole(page, '/allocations', scenario)).status()).toBe(204);
  const running = "select from allocations where status = 'draft' and problem is null";
  await expect.poll(() => query(running, []), { timeout: 60_000 }).toHaveLength(0);
  return scenarios.map(({ id }) => id);
}

/** States that take a second person, or last a moment: what the server would answer otherwise. */
const decided = { askedBy: 'Fay Ortiz', decidedBy: 'Sam Reyes', declineReason: 'The court approved a cap of $40,000.' };
const at = '2026-01-05T15:00:00Z';
const allocationStates: Readonly<Record<string, object>> = {
  computing: { status: 'draft', summary: null, netFund: null, sha256: null },
  asked: { status: 'asked', ...decided },
  declined: { status: 'declined', ...decided },
  finalizing: { status: 'frozen', frozenAt: at, finalizedAt: null, ...decided },
  final: { status: 'frozen', frozenAt: at, finalizedAt: at, ...decided },
  'long-name': { name: 'A name of eighty letters, '.repeat(4).slice(0, 80) },
};
const allocationShots = Object.entries(allocationStates).map(([name, changes]) =>
  shot(`console-allocation-${name}`, inBoth, async (page) => {
    const [id] = await openScenarios(page);
    await page.route(`**/api/console/allocations/${id}`, async (route) => {
      const read: (json: string) => object = JSON.parse;
      const answered = read(await (await route.fetch()).text());
      await route.fulfill({ json: { ...answered, ...changes } });
    });
    await page.goto(`/console/allocations/${id}`);
    await expect(page.getByText('Plan of allocation')).toBeVisible();
  }),
);

const opens =
  (path: string, role?: TestRole) =>
  async (page: Page): Promise<void> =>
    void (await openAs(page, path, role));

/** Every screen as it opens. */
const screens: readonly Shot[] = [
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
].map(([name = '', path = '']) => shot(`console-${name}`, wideInBoth, opens(path)));

const allocations: readonly Shot[] = [
  shot('console-allocations', wideInBoth, async (page) => {
    await openScenarios(page);
    await page.goto('/console/allocations');
    await expect(page.getByText('Not computed').first()).toBeVisible();
  }),
  shot('console-allocation', wideInBoth, async (page) => {
    const [, capped] = await openScenarios(page);
    await page.goto(`/console/allocations/${capped}`);
    await expect(page.getByText('must be decided before')).toBeVisible();
  }),
  shot('console-allocation-problem', inLight, async (page) => {
    const [, , refused] = await openScenarios(page);
    await page.goto(`/console/allocations/${refused}`);
    await expect(page.getByText('It couldn’t be computed')).toBeVisible();
  }),
  ...allocationShots,
  shot('console-allocation-new', screenInBoth, async (page) => {
    await openAs(page, '/allocations', 'finance');
    await button(page, 'New scenario …').click();
    await openDialog(page);
  }),
];

const states: readonly Shot[] = [
  shot('console-allocations-empty', inLight, opens('/allocations?fund=savings-club', 'finance')),
  shot('console-staff', inBoth, opens('/staff', 'admin')),
  shot('console-access-log', inBoth, opens('/access-log', 'admin')),
  shot('console-funds', inBoth, opens('/funds', 'finance')),
  shot('console-fund', wideInBoth, opens('/funds/brand-drug-2025', 'finance')),
  shot('console-sign-in', inBoth, async (page) => {
    await page.goto('/console/claims');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  }),
  shot('console-setup', inBoth, async (page) => {
    const { out } = await runCommand('staff-invite', invited, { environment: environment() });
    await page.goto(/http\S+/.exec(out)?.[0] ?? '/console/setup#without');
    await expect(button(page, 'Create a passkey')).toBeVisible();
  }),
  shot('console-session-ended', screenInBoth, async (page) => {
    const person = await openAs(page, `/claims/${await claimWith('pdf')}`);
    await page.getByRole('textbox', { name: 'Note' }).fill('The plan sends its statement again.');
    await endSessions(person);
    await button(page, 'Save note').click();
    await openDialog(page);
  }),
  shot('console-keys', screenInLight, async (page) => {
    await openAs(page, '/claims');
    await page.keyboard.press('?');
    await openDialog(page);
  }),
  shot('console-dashboard-tables', inLight, async (page) => {
    await openAs(page, '/');
    for (const each of await page.getByRole('button', { name: /^Table/ }).all()) await each.click();
  }),
  shot('console-dashboard-viewer', inLight, opens('/', 'viewer')),
  shot('console-search-empty', inLight, opens('/search')),
  shot('console-search-nothing', inLight, opens('/search?q=zzyzx')),
  shot('console-claims-nothing', inLight, opens('/claims?filed-from=1999-01-01&filed-to=1999-01-02')),
  shot('console-claims-viewer', inLight, opens('/claims', 'viewer')),
  shot('console-claims-filter', screenInBoth, async (page) => {
    await openAs(page, '/claims?form=tpp');
    const filters = page.getByRole('button', { name: /^Filters/ });
    if (await filters.isVisible()) await filters.click();
    await page.getByRole('button', { name: /^Flags:/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  }),
  shot('console-claims-view', screenInLight, async (page) => {
    await openAs(page, '/claims?form=tpp');
    await button(page, 'Save as view …').click();
    await openDialog(page);
  }),
  shot('console-claims-export', screenInBoth, async (page) => {
    await openAs(page, '/claims?form=tpp');
    await button(page, 'Export …').click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  }),
  shot('console-claims-loading', screenInLight, async (page) => {
    await signInAs(page, 'supervisor');
    await page.route('**/api/console/claims?*', () => {}); // never answered
    await page.route('**/api/console/claims', () => {});
    await page.goto('/console/claims');
    await expect(heading(page)).toBeVisible();
  }),
  shot('console-claims-failed', inLight, async (page) => {
    await signInAs(page, 'supervisor');
    await page.route(/\/api\/console\/claims(\?|$)/, (route) => route.abort('connectionreset'));
    await page.goto('/console/claims');
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 30_000 });
  }),
  shot('console-claim-data', wideInBoth, (page) => openClaimWith(page, 'csv')),
  shot('console-claim-pdf', wideInBoth, async (page) => {
    await openClaimWith(page, 'pdf');
    await showDocument(page);
  }),
  shot('console-claim-photo', inLight, async (page) => {
    await openClaimWith(page, 'jpg');
    await showDocument(page);
  }),
  shot('console-claim-reveal', screenInBoth, async (page) => {
    await openClaimWith(page, 'csv');
    await page
      .getByRole('button', { name: /^Reveal/ })
      .first()
      .click();
    await openDialog(page);
  }),
  shot('console-claim-call', inLight, async (page) => {
    await openClaimWith(page, 'pdf');
    await button(page, 'Log a call').click();
    await expect(page.getByRole('radio', { name: 'Status of the claim' })).toBeFocused();
  }),
  shot('console-cluster', wideInBoth, openLargestCluster),
  shot('console-decision', screenInBoth, async (page) => {
    await openQueue(page);
    await page.keyboard.press('x');
    await expect(page.getByRole('checkbox', { name: 'Fraudulent' })).toBeVisible();
  }),
  shot('console-claims-selected', screenInLight, async (page) => {
    await openAs(page, '/claims');
    await page
      .getByRole('checkbox', { name: /^Select claim / })
      .first()
      .check();
    await expect(page.getByText('1 claim selected')).toBeVisible();
  }),
  shot('console-member', inBoth, async (page) => {
    const [claim] = await query<{ notice_id: string }>(
      `select notice_id from claims join class_members using (notice_id) order by duplicate_notice desc, number limit 1`,
      [],
    );
    await openAs(page, `/members/${claim?.notice_id}`);
  }),
  shot('console-export-ready', inBoth, async (page) => {
    await openAs(page, '/claims?form=tpp');
    await button(page, 'Export …').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
    await expect(heading(page)).toHaveText('Exports');
    await expect(page.getByRole('link', { name: 'Download', exact: true })).toBeVisible({ timeout: 20_000 });
  }),
  shot('console-report', wideInBoth, async (page) => {
    await openAs(page, '/reports');
    await button(page, 'Run the report').click();
    await page.getByRole('link', { name: 'Open the report' }).first().click({ timeout: 30_000 });
    await expect(page.getByRole('table').first()).toBeVisible();
  }),
];

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

/** Every screen of the console, and its states. */
export const consoleShots: readonly Shot[] = [...screens, ...states, ...moreConsoleShots, ...allocations];
