import { createSession } from './console-claims.ts';
import { enter, signInAs, tabTo } from './console.ts';
import { expect, test } from './members.ts';

// Walks by keyboard through search, lists, claims, review, corrections and the access log stand
// beside the other tests of these screens.
// `console-accessible.spec.ts` checks on every screen that Tab leaves nothing out.

test('a colleague is invited, and the roles are declined; a session ends, a password is begun, single keys are turned off', async ({
  page,
}) => {
  // With another one before, roles wait for approval.
  await signInAs(page, 'admin');
  const { id } = await signInAs(page, 'admin');
  const email = `${id}@keyboard.example.com`;
  await page.goto('/console/staff');
  const opener = page.getByRole('button', { name: 'Invite a colleague' });
  await enter(page, opener);
  await tabTo(page, page.getByLabel('Name'));
  await page.keyboard.type('Cy Young');
  await tabTo(page, page.getByLabel('Email address'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByRole('checkbox', { name: 'Reviewer', exact: true }));
  await page.keyboard.press('Space');
  await enter(page, page.getByRole('button', { name: 'Invite', exact: true }));
  await enter(page, page.getByRole('button', { name: 'Done' }));
  await expect(opener).toBeFocused();
  await enter(page, page.getByRole('row', { name: email }).getByRole('button'));
  await enter(page, page.getByRole('button', { name: 'Close', exact: true }));
  await expect(page.getByRole('row', { name: email }).getByRole('button')).toBeFocused();

  await signInAs(page, 'admin');
  await page.goto('/console/approvals');
  await enter(page, page.getByRole('main').getByRole('button', { name: email }));
  const request = page.getByRole('article').filter({ hasText: email });
  await enter(page, request.getByRole('button', { name: 'Decline' }));
  await expect(request.getByLabel('Why are you declining?')).toBeFocused();
  await page.keyboard.type('Not before Monday');
  await tabTo(page, request.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('row', { name: email })).toContainText('Not before Monday');

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
});
