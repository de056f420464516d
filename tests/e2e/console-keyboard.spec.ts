import { createSession } from './console-claims.ts';
import { checkScreen } from './console-screen.ts';
import { enter, signInAs, tabTo } from './console.ts';
import { expect, test } from './members.ts';

// Walks by keyboard through search, lists, claims, review, corrections, staff, approvals and the
// access log stand beside the other tests of these screens.
// `checkScreen` checks on every screen that Tab leaves nothing out.

test('a session of one’s own ends, a password is begun, and single keys are turned off', async ({ page }) => {
  const person = await signInAs(page, 'viewer');
  await createSession(person);
  await page.goto('/console/account');
  const end = page.getByRole('button', { name: /^End the session/ });
  await enter(page, end);
  await expect(end).toBeHidden();
  const keys = page.getByRole('checkbox', { name: /^Use single-key shortcuts/ });
  await tabTo(page, keys);
  await page.keyboard.press('Space');
  await expect(keys).not.toBeChecked();
  await enter(page, page.getByRole('button', { name: 'Set a password' }));
  await tabTo(page, page.getByRole('textbox', { name: 'Password' }));
  await page.keyboard.type('tall cactus sings');
  await tabTo(page, page.getByLabel('Code from the app'));
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code from the app')).toHaveAttribute('aria-invalid', 'true');
  await checkScreen(page, 'account');
});
