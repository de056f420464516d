import { expect, type Page } from '@playwright/test';
import { fileClaim } from '../e2e/console-claims.ts';
import { postToConsole, signInAs } from '../e2e/console.ts';
import { query } from '../e2e/filed-claims.ts';
import { pdfOf } from '../e2e/hostile-documents.ts';
import { openNewLink, typeCode } from '../e2e/own-console.ts';
import { button, claimWith, openAs, openDialog } from './console-steps.ts';
import { inBoth, inLight, screenInBoth, screenInLight, type Shot, shot } from './shot.ts';

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

/** States of the console that take some steps. */
export const moreConsoleShots: readonly Shot[] = [
  shot('console-password-setup', inBoth, beginPassword),
  shot('console-recovery-codes', inBoth, async (page) => {
    await beginPassword(page);
    await page.getByLabel('Password').fill('tall cactus sings');
    await typeCode(page);
    await button(page, 'Set up the account').click();
    await expect(button(page, 'I saved them')).toBeVisible();
  }),
  shot('console-password-form', inBoth, async (page) => {
    await page.goto('/console/sign-in?oidc=failed');
    await button(page, 'Use a password instead').click();
  }),
  shot('console-approval', inBoth, async (page) => {
    await inviteColleague(page);
    await openAs(page, '/approvals', 'admin');
    await page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Decline/ })
      .click();
  }),
  shot('console-invite', screenInBoth, async (page) => {
    await openAs(page, '/staff', 'admin');
    await button(page, 'Invite a colleague').click();
    await openDialog(page);
  }),
  shot('console-manage', screenInBoth, async (page) => {
    await openAs(page, '/staff', 'admin');
    await button(page, /^Manage/)
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  }),
  shot('console-letters-preview', inBoth, async (page) => {
    await openAs(page, '/letters');
    await page
      .getByRole('button', { name: /^Preview/ })
      .first()
      .click();
    await openDialog(page);
  }),
  shot('console-claim-letters', inBoth, async (page) => {
    const [letter] = await query<{ number: string }>(
      `select number from letters join claims on claims.id = claim_id where letters.status = 'returned' limit 1`,
      [],
    );
    await openAs(page, `/claims/${letter?.number}`);
    await expect(page.getByRole('heading', { level: 2, name: 'Letters' })).toBeVisible();
  }),
  shot('console-import-bad-rows', inBoth, async (page) => {
    await importList(page, 'X1,X,Jane,Doe,1 Larkmoor Lane,Phoenix,Arizona,85001,none\n,,,,,,,,brand-drug');
    await expect(page.getByRole('region', { name: 'Bad rows' })).toBeVisible({ timeout: 30_000 });
  }),
  shot('console-import-running', inLight, async (page) => {
    await page.route(/member-imports\/[^/]+$/, async (route) => {
      if (route.request().method() === 'PATCH') return; // never answered
      await route.continue();
    });
    await importList(page, 'X'.repeat(1_000));
    await expect(page.getByText('Uploading. Keep this page open.')).toBeVisible();
  }),
  shot('console-waiting-address', inBoth, async (page) => {
    const { id } = await signInAs(page, 'call-center');
    const [member] = await query<{ notice_id: string }>(
      `insert into member_addresses (notice_id, street, city, state, zip, source, reason, entered_at, asked_by)
       select max(notice_id), '3 Slate Street', 'Concord', 'New Hampshire', '03301', 'call', 'Moved in May.', now(), $1
       from class_members returning notice_id`,
      [id],
    );
    await openAs(page, `/members/${member?.notice_id}`);
  }),
  shot('console-view-changed', screenInLight, async (page) => {
    await openAs(page, '/claims?form=tpp');
    await button(page, 'Save as view …').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Late');
    await dialog.getByLabel('Share with the team').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert').or(dialog.locator('.field-error')).first()).toBeVisible();
  }),
  shot('console-claim-quarantine', inBoth, async (page) => {
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
  }),
  shot('console-claim-spanish', inLight, async (page) => {
    const [claim] = await query<{ number: string }>(
      `select number from claim_search where language = 'es' order by number limit 1`,
      [],
    );
    await openAs(page, `/claims/${claim?.number}`);
    await expect(page.getByRole('heading', { level: 2, name: 'History' })).toBeVisible();
  }),
  shot('console-claim-not-found', inLight, async (page) => {
    await signInAs(page, 'supervisor');
    await page.goto('/console/claims/1234567890');
    await expect(page.getByText('This claim isn’t in your cases.')).toBeVisible();
  }),
  shot('console-claim-offline', inLight, async (page) => {
    await openAs(page, `/claims/${await claimWith('pdf')}`);
    await page.getByRole('textbox', { name: 'Note' }).fill('The plan sends its statement again.');
    await page.context().setOffline(true);
    await button(page, 'Save note').click();
    await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 30_000 });
  }),
];
