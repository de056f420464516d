import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { postToConsole, signInAs, useSession } from '../e2e/console.ts';
import { createSession } from '../e2e/console-claims.ts';
import { address } from '../e2e/settings.ts';
import { query } from '../e2e/filed-claims.ts';
import type { TestRole } from '../setup/console.ts';
import { runCommand } from '../setup/run-command.ts';
import { openAs, openScreen } from './console-steps.ts';
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

async function post(page: Page, path: string, body: unknown): Promise<void> {
  const response = await postToConsole(page, path, body);
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
}

const caseId = 'brand-drug';

/** Makes what the invented data lack: a report, an allocation, a rule with a run, a sample, an action. */
export async function addRecords(browser: Browser): Promise<void> {
  const page = await browser.newPage({ baseURL: address });
  const { id: to } = await signInAs(page, 'supervisor');
  const claims = await query<{ number: string }>('select number from claims order by number limit 9', []);
  const [id, rule] = [randomUUID(), { caseId, name: 'Small amounts' }];
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
  const days = { fromDay: '2000-01-01', toDay: '2100-12-31' };
  await post(page, '/reports', { cases: ['brand-drug', 'savings-club'], from: null, to: null });
  await post(page, '/quality', { id, ...days, caseId, formId: null, decidedBy: null, sourceId: null, size: 20 });
  await post(page, '/bulk', {
    id,
    selection: { numbers: claims.map(({ number }) => number) },
    action: { kind: 'assign', to },
  });
  await post(page, '/rules', { ...rule, outcome: 'approve', conditions: [{ fact: 'amount', atMost: '5000' }] });
  await post(page, `/rules/${(await query<{ id: string }>('select id from rules', []))[0]?.id}/runs`, undefined);
  await signInAs(page, 'finance');
  await post(page, '/allocations', { id, fund: 'brand-drug-2025', name: 'Plan', asOf: yesterday, limits: {} });
  const done = `select from reports, allocations, bulk_jobs, rule_runs
    where allocations.status = 'computed' and bulk_jobs.status = 'done' and rule_runs.status = 'done'`;
  await expect.poll(() => query(done, []), { timeout: 120_000 }).toHaveLength(1);
  await page.close();
}

/** Opens the first of the things that a query finds. */
const openFirst = (path: string, text: string, role?: TestRole) => async (page: Page) => {
  const [first] = await query<{ id: string }>(`${text} limit 1`, []);
  await openAs(page, `/${path}/${first?.id}`, role);
};
const claimWith = (type: string) =>
  `select number as id from claims join claim_documents on claim_id = claims.id where type = '${type}' order by 1`;
const largestCluster = 'select id from claim_clusters order by size desc, id';

/** The supervisor who draws the first sample of a cluster opens it, also for the next pictures. */
async function openClusterSample(page: Page): Promise<void> {
  const text = 'select id, staff_id as person from cluster_verdicts';
  const [drawn] = await query<{ id: string; person: string }>(text, []);
  if (drawn) {
    await useSession(page, await createSession({ id: drawn.person }));
    return openScreen(page, `/cluster-verdicts/${drawn.id}`);
  }
  await signInAs(page, 'supervisor');
  const [cluster] = await query<{ id: string }>(`${largestCluster} limit 1`, []);
  await post(page, `/clusters/${cluster?.id}/verdicts`, { id: randomUUID() });
  return openClusterSample(page);
}

/** A new reviewer takes a claim of the sample. */
async function openSecondReview(page: Page): Promise<void> {
  const [sample] = await query<{ id: string }>('select id from quality_samples', []);
  await signInAs(page, 'reviewer');
  await post(page, `/quality/${sample?.id}/next`, undefined);
  await openScreen(page, `/quality/${sample?.id}/review`);
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

const detailScreens: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  claim: openFirst('claims', claimWith('jpg')),
  'claim-payor': openFirst('claims', claimWith('csv')),
  'claim-disputed': openFirst('claims', 'select number as id from claims join disputes on claim_id = claims.id'),
  cluster: openFirst('clusters', largestCluster),
  'cluster-sample': openClusterSample,
  'letter-batch': openFirst('letter-batches', 'select id from letter_batches order by number desc'),
  allocation: openFirst('allocations', 'select id from allocations', 'finance'),
  report: openFirst('reports', 'select id from reports'),
  member: openFirst(
    'members',
    "select notice_id as id from claims join letters on claim_id = claims.id where notice_id <> ''",
  ),
  'id-request': openFirst('id-requests', 'select id from id_requests order by id'),
  sample: openFirst('quality', 'select id from quality_samples'),
  'second-review': openSecondReview,
  rule: openFirst('rules', 'select id from rules'),
  bulk: openFirst('bulk', 'select id from bulk_jobs'),
};

/** Every screen as it opens. */
export const consoleScreens = [
  ...screens.map(([name, path, role]) => [name, opens(path, role)] as const),
  ...Object.entries(detailScreens),
].map(([name, reach]): Shot => ({ name: `console-${name}`, widths: [375, 1280, 1600], reach }));

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
      await openFirst('clusters', largestCluster)(page);
      await page.getByRole('heading', { name: 'What they have in common' }).evaluate((heading) => {
        heading.scrollIntoView();
      });
    },
    'console-claim.webp': async (page) => {
      await openFirst('claims', claimWith('jpg'))(page);
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
