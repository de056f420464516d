import type { Exports, ExportStatus } from '@redress/contract/console/exports';
import type { ReportList } from '@redress/contract/console/reports';
import { expect, type Page } from '@playwright/test';
import { fileClaim } from '../e2e/console-claims.ts';
import { postToConsole, signInAs } from '../e2e/console.ts';
import { query } from '../e2e/filed-claims.ts';
import { pdfOf } from '../e2e/hostile-documents.ts';
import { openNewLink, typeCode } from '../e2e/own-console.ts';
import { button, claimWith, openAs, openDialog } from './console-steps.ts';
import { bothSchemes, type Shot } from './shot.ts';

/** Changes the server's next answers to a path, for states that are slow or hard to bring about. */
async function change<Body>(page: Page, path: string, edit: (body: Body) => Body): Promise<void> {
  await page.route(`**/api/console${path}`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const parse: (json: string) => Body = JSON.parse;
    return route.fulfill({ response, json: edit(parse(await response.text())) });
  });
}

async function openExports(page: Page, statuses: readonly ExportStatus[]): Promise<void> {
  await signInAs(page, 'supervisor');
  const asked = { list: 'claims', query: 'form=tpp', format: 'xlsx', columns: ['number'] };
  for (const _ of statuses) await postToConsole(page, '/exports', asked);
  await change<Exports>(page, '/exports', ({ exports }) => ({
    exports: exports.map((each, index) => ({
      ...each,
      status: statuses[index] ?? each.status,
      rows: 1_250,
      expectedRows: 60_000,
    })),
  }));
  await page.goto('/console/exports');
  await expect(page.getByText('Being written')).toBeVisible();
}

async function inviteColleague(page: Page): Promise<void> {
  // With another one before, roles wait for approval.
  await signInAs(page, 'admin');
  const { id } = await signInAs(page, 'admin');
  const roles = [{ caseId: '*', role: 'reviewer' }];
  await postToConsole(page, '/staff', { name: 'Cy Young', email: `cy.${id.slice(0, 4)}@example.com`, roles });
}

async function beginPassword(page: Page): Promise<void> {
  const { id } = await signInAs(page, 'reviewer');
  await openNewLink(page, id);
  await page.getByRole('button', { name: 'Use a password' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
}

async function importList(page: Page, text: string): Promise<void> {
  await openAs(page, '/members/import');
  const buffer = Buffer.from(`notice_id,unique_id,first_name,last_name,street,city,state,zip,case\n${text}`);
  const file = { name: 'class members.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await button(page, 'Import').click();
}

/** States of the console that take some steps, or an answer that only a failure gives. */
export const moreConsoleShots: readonly Shot[] = [
  {
    name: 'console-password-setup',
    colorSchemes: bothSchemes,
    reach: beginPassword,
  },
  {
    name: 'console-recovery-codes',
    colorSchemes: bothSchemes,
    async reach(page) {
      await beginPassword(page);
      await page.getByLabel('Password').fill('tall cactus sings');
      await typeCode(page);
      await button(page, 'Set up the account').click();
      await expect(button(page, 'I have kept them')).toBeVisible();
    },
  },
  {
    name: 'console-password-form',
    colorSchemes: bothSchemes,
    async reach(page) {
      await page.goto('/console/sign-in?oidc=failed');
      await button(page, 'Use a password instead').click();
    },
  },
  {
    name: 'console-approval',
    colorSchemes: bothSchemes,
    async reach(page) {
      await inviteColleague(page);
      await openAs(page, '/approvals', 'admin');
      await page
        .getByRole('article')
        .first()
        .getByRole('button', { name: /^Decline/ })
        .click();
    },
  },
  {
    name: 'console-invite',
    screenOnly: true,
    colorSchemes: bothSchemes,
    async reach(page) {
      await openAs(page, '/staff', 'admin');
      await button(page, 'Invite a colleague').click();
      await openDialog(page);
    },
  },
  {
    name: 'console-manage',
    screenOnly: true,
    colorSchemes: bothSchemes,
    async reach(page) {
      await openAs(page, '/staff', 'admin');
      await button(page, /^Manage/)
        .first()
        .click();
      await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
    },
  },
  {
    name: 'console-import-bad-rows',
    colorSchemes: bothSchemes,
    async reach(page) {
      await importList(page, 'X1,X,Jane,Doe,1 Larkmoor Lane,Phoenix,Arizona,85001,none\n,,,,,,,,brand-drug');
      await expect(page.getByRole('region', { name: 'Bad rows' })).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'console-import-running',
    async reach(page) {
      await page.route(/member-imports\/[^/]+$/, async (route) => {
        if (route.request().method() === 'PATCH') return; // never answered
        await route.continue();
      });
      await importList(page, 'X'.repeat(1_000));
      await expect(page.getByText('Uploading. Keep this page open.')).toBeVisible();
    },
  },
  {
    name: 'console-waiting-address',
    colorSchemes: bothSchemes,
    async reach(page) {
      const { id } = await signInAs(page, 'call-center');
      const [member] = await query<{ notice_id: string }>(
        `insert into member_addresses (notice_id, street, city, state, zip, source, reason, entered_at, asked_by)
         select max(notice_id), '3 Slate Street', 'Concord', 'New Hampshire', '03301', 'call', 'Moved in May.', now(), $1
         from class_members returning notice_id`,
        [id],
      );
      await openAs(page, `/members/${member?.notice_id}`);
    },
  },
  {
    name: 'console-exports-open',
    colorSchemes: bothSchemes,
    reach: (page) => openExports(page, ['waiting', 'asking', 'failed', 'refused', 'expired']),
  },
  {
    name: 'console-report-running',
    async reach(page) {
      await signInAs(page, 'viewer');
      const asked = { cases: ['savings-club'], from: null, to: null };
      for (let runs = 0; runs < 2; runs += 1) await postToConsole(page, '/reports', asked);
      await change<ReportList>(page, '/reports', (list) => ({
        ...list,
        runs: list.runs.map((run, index) =>
          index === 0
            ? { ...run, outcome: null, progress: 0.41, report: null }
            : index === 1
              ? { ...run, outcome: 'failed', report: null }
              : run,
        ),
      }));
      await page.goto('/console/reports');
      await expect(page.getByRole('progressbar').first()).toBeVisible();
    },
  },
  {
    name: 'console-view-changed',
    screenOnly: true,
    async reach(page) {
      await openAs(page, '/claims?form=tpp');
      await button(page, 'Save as view …').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Late');
      await dialog.getByLabel('For the whole team').check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByRole('alert').or(dialog.locator('.field-error')).first()).toBeVisible();
    },
  },
  {
    name: 'console-claim-quarantine',
    colorSchemes: bothSchemes,
    async reach(page) {
      const number = await fileClaim([
        { name: 'statement.pdf', bytes: pdfOf(['Statement']) },
        { name: 'invoice.pdf', bytes: pdfOf(['Invoice']) },
      ]);
      await query(
        `update claim_documents set scan = 'infected', scanned_at = now(), scan_finding = 'Eicar-Test-Signature'
         where name = 'invoice.pdf' and claim_id = (select id from claims where number = $1)`,
        [number],
      );
      await openAs(page, `/claims/${number}`);
      await expect(page.getByText('invoice.pdf').first()).toBeVisible();
    },
  },
  {
    name: 'console-claim-purged',
    colorSchemes: bothSchemes,
    async reach(page) {
      const number = await claimWith('jpg');
      await change<Record<string, unknown>>(page, `/claims/${number}`, (claim) => ({
        ...claim,
        status: 'purged',
        name: null,
        documents: [],
      }));
      await openAs(page, `/claims/${number}`);
    },
  },
  {
    name: 'console-claim-spanish',
    async reach(page) {
      const [claim] = await query<{ number: string }>(
        `select number from claim_search where language = 'es' order by number limit 1`,
        [],
      );
      await openAs(page, `/claims/${claim?.number}`);
      await expect(page.getByRole('heading', { level: 2, name: 'History' })).toBeVisible();
    },
  },
  {
    name: 'console-claim-not-found',
    async reach(page) {
      await signInAs(page, 'supervisor');
      await page.goto('/console/claims/1234567890');
      await expect(page.getByText(/no claim|not found/i).first()).toBeVisible();
    },
  },
  {
    name: 'console-claim-offline',
    async reach(page) {
      await openAs(page, `/claims/${await claimWith('pdf')}`);
      await page.getByRole('textbox', { name: 'Note' }).fill('The plan sends its statement again.');
      await page.context().setOffline(true);
      await button(page, 'Save note').click();
      await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 30_000 });
    },
  },
];
