import { checkScreen } from './console-screen.ts';
import { enter, signInAs, tabTo } from './console.ts';
import { query } from './filed-claims.ts';
import { expect, test } from './members.ts';
import { decideAsColleague } from './quality.ts';

test('a supervisor draws a sample; a reviewer decides blind and differently; another supervisor overturns', async ({
  page,
}) => {
  const { numbers, decider } = await decideAsColleague(page, 3);
  const maker = await signInAs(page, 'supervisor');
  await page.goto('/console/quality');
  for (const day of ['Decisions that took effect from', 'To'])
    await expect(page.getByLabel(day, { exact: true })).toHaveValue(/^20\d\d-\d\d-\d\d$/);
  await page.getByLabel('Decisions that took effect from').fill('');
  await page.getByRole('button', { name: 'Draw the sample' }).click();
  await expect(page.getByText('Choose the first day.')).toBeVisible();
  await checkScreen(page, 'quality');
  await page.getByLabel('Case').selectOption('brand-drug');
  // Both versions of the form are one choice.
  await expect(page.getByLabel('Form').getByRole('option', { name: 'Third-party payor' })).toHaveCount(1);
  await page.getByLabel('Decisions that took effect from').fill('2000-01-01');
  await page.getByLabel('To', { exact: true }).fill('2100-12-31');
  await page.getByLabel('Decided by').selectOption(decider.name);
  await page.getByLabel('Number of claims').fill('5');
  // The answer is lost, and the person tries again: chance draws once.
  await page.route(
    '**/api/console/quality',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Draw the sample' }).click();
  await expect(page.getByRole('alert')).toContainText('No response from the server.');
  await page.getByRole('button', { name: 'Draw the sample' }).click();
  await expect(page.getByText('Error rate: Not known yet')).toBeVisible();
  expect(await query('select id from quality_samples where made_by = $1', [maker.id])).toHaveLength(1);
  await expect(page.getByText('within the interval')).toHaveCount(0);
  for (const each of numbers) await expect(page.getByRole('region', { name: 'Reviews' })).not.toContainText(each);
  const address = page.url();

  const reviewer = await signInAs(page, 'reviewer');
  const findTaken = async () => {
    const taken = `select number from quality_reviews join claims on claims.id = claim_id where reviewer = $1 and outcome is null`;
    return (await query<{ number: string }>(taken, [reviewer.id]))[0]?.number ?? '';
  };
  await page.goto(address);
  await enter(page, page.getByRole('button', { name: 'Review the next claim' }));
  await expect(page.getByRole('form', { name: 'Second decision' })).toBeVisible();
  await expect(page.getByText('statement.pdf').first()).toBeVisible();
  for (const name of ['Signals', 'Other claims']) await expect(page.getByRole('heading', { name })).toBeVisible();
  // On a phone, the decision stays at the bottom of the window and does not cover the claim above it.
  const desktop = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ width: 375, height: 812 });
  // Not its flags, which depend on the claims of other tests.
  const status = await page.locator('.claim-facts .claim-status').getByText('In review', { exact: true }).boundingBox();
  const panel = await page.getByRole('form', { name: 'Second decision' }).boundingBox();
  expect((status?.y ?? 0) + (status?.height ?? 0)).toBeLessThan(panel?.y ?? 0);
  await page.setViewportSize(desktop);
  const number = await findTaken();
  await expect(page.getByRole('heading', { name: 'History' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Correct an answer' })).toHaveCount(0);
  await page.goto(`/console/claims/${number}`);
  await expect(page.getByText('You’re reviewing this claim a second time.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Assign to me|Withdraw|Void|Correct an answer/ })).toHaveCount(0);
  await enter(page, page.getByRole('link', { name: 'Open the second review' }));
  await enter(page, page.getByRole('button', { name: 'Deny' }));
  await enter(page, page.getByRole('button', { name: 'Save and next' }));
  await expect(page.getByText('Choose at least one reason.')).toBeVisible();
  await checkScreen(page, 'quality/:id/review');
  await tabTo(page, page.getByRole('checkbox', { name: 'Not a class member' }));
  await page.keyboard.press('Space');
  await enter(page, page.getByRole('button', { name: 'Save and next' }));
  // The next claim of the sample follows, unless the reviewer stops.
  await expect(page.getByText('1 of 3 claims reviewed')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Second review' })).toBeFocused();
  expect(await findTaken()).not.toBe(number);
  await page.getByRole('checkbox', { name: 'Stop after this claim' }).check();
  await page.keyboard.press('x');
  await expect(page.getByRole('button', { name: 'Deny' })).toHaveAttribute('aria-pressed', 'true');
  await tabTo(page, page.getByRole('checkbox', { name: 'Not a class member' }));
  await page.keyboard.press('Space');
  await enter(page, page.getByRole('button', { name: 'Save', exact: true }));
  await expect(page.getByRole('row', { name: number })).toContainText('To settle');
  // People who can’t settle it read who can.
  await expect(page.getByRole('row', { name: number })).toContainText('A supervisor who made or approved neither');
  expect(await findTaken()).toBe('');
  await expect(page.getByRole('row', { name: number })).toContainText('Approved $1,250.50');

  await signInAs(page, 'supervisor');
  // The samples that wait come before the form that draws another.
  await page.goto('/console/quality');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Samples', 'Draw a sample']);
  await page.goto(address);
  await expect(page.getByText('Error rate, without 2 reviews to settle: Not known yet')).toBeVisible();
  await enter(page, page.getByRole('button', { name: `Settle claim ${number}` }));
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Settle' }));
  const verdict = page.getByRole('group', { name: 'The first decision is' });
  await expect(verdict).toHaveAccessibleDescription('Choose one.');
  await page.getByRole('radio', { name: 'Overturned' }).check();
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Settle' }));
  await expect(page.getByText('Say why.')).toBeVisible();
  await page.getByLabel('Why?').fill('The plan is excluded');
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Settle' }));
  await expect(page.getByRole('row', { name: number })).toContainText('Overturned');
  await expect(page.getByText('Error rate, without 1 review to settle: 100.0%')).toBeVisible();
  await checkScreen(page, 'quality/:id');

  // A supervisor frees the claim of a reviewer who is away.
  const away = await signInAs(page, 'reviewer');
  await page.goto(address);
  await page.getByRole('button', { name: 'Review the next claim' }).click();
  await expect(page.getByRole('form', { name: 'Second decision' })).toBeVisible();
  await signInAs(page, 'supervisor');
  await page.goto(address);
  const taken = page.getByRole('row', { name: away.name });
  await expect(taken).toContainText('In review');
  await taken.getByRole('button', { name: 'Return to queue' }).click();
  await expect(taken).toHaveCount(0);
});
