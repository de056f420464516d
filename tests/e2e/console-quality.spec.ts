import { enter, signInAs, tabTo } from './console.ts';
import { expect, test } from './members.ts';
import { decideAsColleague } from './quality.ts';

test('a supervisor draws a sample; a reviewer decides blind and differently; another supervisor overturns', async ({
  page,
}) => {
  const { number, decider } = await decideAsColleague(page);
  await signInAs(page, 'supervisor');
  await page.goto('/console/quality');
  await page.getByRole('button', { name: 'Draw the sample' }).click();
  await expect(page.getByText('Choose the first day')).toBeVisible();
  await page.getByLabel('Settlement').selectOption('brand-drug');
  // Both versions of the form are one choice.
  await expect(page.getByLabel('Form').getByRole('option', { name: 'Third-party payor' })).toHaveCount(1);
  await page.getByLabel('Decisions that took effect from').fill('2000-01-01');
  await page.getByLabel('To', { exact: true }).fill('2100-12-31');
  await page.getByLabel('Decided by').selectOption(decider.name);
  await page.getByLabel('Number of claims').fill('5');
  await page.getByRole('button', { name: 'Draw the sample' }).click();
  await expect(page.getByText('Error rate: Not known yet')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Reviews' })).not.toContainText(number);
  const address = page.url();

  await signInAs(page, 'reviewer');
  await page.goto(address);
  await enter(page, page.getByRole('button', { name: 'Review the next claim' }));
  await expect(page.getByRole('form', { name: 'Second decision' })).toBeVisible();
  await expect(page.getByText('statement.pdf').first()).toBeVisible();
  for (const name of ['Signals', 'Other claims']) await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'History' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Correct an answer' })).toHaveCount(0);
  await page.goto(`/console/claims/${number}`);
  await expect(page.getByText('You’re reviewing this claim a second time.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Take it|Withdraw|Void|Correct an answer/ })).toHaveCount(0);
  await enter(page, page.getByRole('link', { name: 'Open the second review' }));
  await enter(page, page.getByRole('button', { name: 'Deny' }));
  await enter(page, page.getByRole('button', { name: 'Save the second decision' }));
  await expect(page.getByText('Choose at least one reason')).toBeVisible();
  await tabTo(page, page.getByRole('checkbox', { name: 'Not a class member' }));
  await page.keyboard.press('Space');
  await enter(page, page.getByRole('button', { name: 'Save the second decision' }));
  await expect(page.getByRole('row', { name: number })).toContainText('To settle');
  await expect(page.getByRole('row', { name: number })).toContainText('Approved $1,250.50');

  await signInAs(page, 'supervisor');
  await page.goto(address);
  await enter(page, page.getByRole('button', { name: `Settle claim ${number}` }));
  await page.getByRole('radio', { name: 'Overturned' }).check();
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Settle' }));
  await expect(page.getByText('Say why.')).toBeVisible();
  await page.getByLabel('Why?').fill('The plan is excluded');
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Settle' }));
  await expect(page.getByRole('row', { name: number })).toContainText('Overturned');
  await expect(page.getByText('Error rate: 100.0%')).toBeVisible();
});
