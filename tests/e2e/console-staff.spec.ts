import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { signInAs, signInWasLongAgo } from './console.ts';
import { query } from './filed-claims.ts';
import { expect, test } from './members.ts';
import { addAuthenticator, givePasskey, givePassword } from './own-console.ts';

async function invite(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  await page.getByLabel('Name').fill(`Cy ${email}`);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('checkbox', { name: 'Reviewer', exact: true }).check();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
}

test('a session that ends while one types asks to sign in, and loses nothing', async ({ page }) => {
  await addAuthenticator(page);
  const { id } = await signInAs(page, 'admin');
  await givePasskey(page, id);
  const email = `${id}@invited.example.com`;
  await page.goto('/console/staff');
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  await page.getByLabel('Name').fill('Typed before');
  await page.getByLabel('Email address').fill(email);
  await page.context().clearCookies({ name: 'redress-staff' });
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Sign in again' });
  await question.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('Typed before is invited')).toBeVisible();
});

test('before a session ends unused, a warning asks whether to stay, and what is typed stays', async ({ page }) => {
  await page.clock.install();
  await addAuthenticator(page);
  const { id } = await signInAs(page, 'admin');
  await givePasskey(page, id);
  await page.goto('/console/staff');
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  await page.getByLabel('Name').fill('Typed before');
  const isUnused = async (seconds: number) => {
    await query("update staff_sessions set last_used_at = now() - $2 * interval '1 second' where staff_id = $1", [
      id,
      seconds,
    ]);
  };
  const secondsUnused = async () =>
    Number(
      (
        await query(
          'select extract(epoch from now() - max(last_used_at))::int as s from staff_sessions where staff_id = $1',
          [id],
        )
      )[0]?.['s'],
    );
  const warning = page.getByRole('alertdialog', { name: /^You will be signed out in [12] minutes?$/ });
  /** The page asks the server how long a session lasts that was not used for so many seconds. */
  const asksAfter = async (seconds: number, seen: Locator) => {
    await expect(async () => {
      await isUnused(seconds);
      await page.clock.fastForward(61_000);
      await expect(seen).toBeVisible({ timeout: 1_000 });
    }).toPass();
  };
  // Typing is use, which the next request says: it keeps the session alive on every screen.
  await isUnused(29 * 60);
  await page.getByLabel('Email address').press('a');
  await expect(async () => {
    await page.clock.fastForward(61_000);
    expect(await secondsUnused()).toBeLessThan(60);
  }).toPass();
  await expect(warning).toBeHidden();

  await asksAfter(28 * 60 + 30, warning);
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning).toBeHidden();
  expect(await secondsUnused()).toBeLessThan(60);
  await expect(page.getByLabel('Name')).toHaveValue('Typed before');

  // Nobody answers.
  await asksAfter(28 * 60 + 30, warning);
  const question = page.getByRole('dialog', { name: 'Sign in again' });
  await asksAfter(31 * 60, question);
  await expect(warning).toBeHidden();
  await question.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByLabel('Name')).toHaveValue('Typed before');

  // Signing out leaves every tab, not only this one.
  const other = await page.context().newPage();
  await other.goto('/console/account');
  await expect(other.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await page.keyboard.press('Escape');
  await asksAfter(28 * 60 + 30, warning);
  await warning.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('inviting after more than five minutes asks for a new sign-in, and then goes on', async ({ page }) => {
  await addAuthenticator(page);
  const { id } = await signInAs(page, 'admin');
  await givePasskey(page, id);
  await page.goto('/console/staff');
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  await page.getByLabel('Name').fill('Typed before');
  await page.getByLabel('Email address').fill(`${id}@fresh.example.com`);
  await signInWasLongAgo(id);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('Typed before is invited')).toBeVisible();
});

test('the new sign-in can be by password, and then the invitation goes on', async ({ page }) => {
  const { id } = await signInAs(page, 'admin');
  const recoveryCode = await givePassword(page, id, 'tall cactus sings');
  await page.goto('/console/staff');
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  await page.getByLabel('Name').fill('Typed before');
  await page.getByLabel('Email address').fill(`${id}@password.example.com`);
  await signInWasLongAgo(id);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByRole('button', { name: 'Use a password instead' }).click();
  await question.getByLabel('Email address').fill(`${id}@administrator.example.com`);
  await question.getByLabel('Password').fill('tall cactus sings');
  await question.getByLabel('Code').fill('wrong');
  await question.getByRole('button', { name: 'Sign in with the password' }).click();
  await expect(question.getByRole('alert')).toContainText('is wrong');
  await question.getByLabel('Code').fill(recoveryCode);
  await question.getByRole('button', { name: 'Sign in with the password' }).click();
  await expect(page.getByText('Typed before is invited')).toBeVisible();
});

test('a token against forgery that is out of date is replaced, and the new sign-in is asked for', async ({ page }) => {
  await addAuthenticator(page);
  const { id } = await signInAs(page, 'admin');
  await givePasskey(page, id);
  await page.goto('/console/staff');
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  await page.getByLabel('Name').fill('Typed before');
  await page.getByLabel('Email address').fill(`${id}@token.example.com`);
  await signInWasLongAgo(id);
  await page.context().clearCookies({ name: 'redress-browser' });
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('Typed before is invited')).toBeVisible();
});

test('cancelling the sign-in keeps the form, and says why nothing was sent', async ({ page }) => {
  await signInAs(page, 'admin');
  await page.goto('/console/staff');
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  await page.getByLabel('Name').fill('Typed before');
  await page.context().clearCookies({ name: 'redress-staff' });
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('session has ended');
  await expect(page.getByLabel('Name')).toHaveValue('Typed before');
});

test('a colleague’s roles wait for the other admin, who approves them with a passkey', async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage();
  await addAuthenticator(other);
  const deciding = await signInAs(other, 'admin');
  await givePasskey(other, deciding.id);
  const asking = await signInAs(page, 'admin');
  await page.goto('/console/staff');
  const email = `${asking.id}@roles.example.com`;
  await invite(page, email);
  await expect(page.getByText('another administrator has approved them')).toBeVisible();
  const link = (await page.locator('.link-once').textContent()) ?? '';

  await other.goto('/console/approvals');
  const request = other.getByRole('article', { name: `Give Cy ${email} (${email}` });
  await request.getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByRole('alert')).toContainText('not set up yet');
  const invited = await (await browser.newContext()).newPage();
  await addAuthenticator(invited);
  await invited.goto(link);
  await invited.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(invited.getByText('Your account has no role')).toBeVisible();
  await request.getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByRole('status').filter({ hasText: 'Approved' })).toBeVisible();
  await expect(request).toBeHidden();
  await expect(other.getByRole('row', { name: email })).toContainText('Approved');

  await page.reload();
  await expect(page.getByRole('row', { name: email })).not.toContainText('waits for approval');
  await invited.reload();
  await expect(invited.getByRole('navigation').getByRole('link', { name: 'Claims' })).toBeVisible();
  await invited.context().close();
  await other.context().close();
});

test('a request is declined with a reason', async ({ page, browser }) => {
  const asking = await signInAs(page, 'admin');
  await page.goto('/console/staff');
  const email = `${asking.id}@declined.example.com`;
  await invite(page, email);
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await signInAs(other, 'admin');
  await other.goto('/console/approvals');
  const request = other.getByRole('article', { name: `Give Cy ${email} (${email}` });
  await request.getByRole('button', { name: 'Decline' }).click();
  await request.getByRole('button', { name: 'Decline' }).click();
  await expect(request.getByText('Say why')).toBeVisible();
  await request.getByLabel('Why do you decline?').fill('Not before Monday');
  await request.getByRole('button', { name: 'Decline' }).click();
  await expect(other.getByRole('row', { name: email })).toContainText('Not before Monday');
  await other.context().close();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`the dialogs of accounts and a link that does not work are accessible, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto('/console/setup#wrong');
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    await expectAccessible(page);
    await signInAs(page, 'admin');
    await page.goto('/console/staff');
    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Manage/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
    await expectAccessible(page);
  });
