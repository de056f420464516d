import { type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { query } from './filed-claims.ts';
import { fileCluster } from './console-clusters.ts';
import { openRequest, signInAs } from './console.ts';
import { expect, test } from './members.ts';

const signalsOf = (page: Page) => page.getByRole('region', { name: 'Signals', exact: true });

async function giveVerdict(scope: ReturnType<Page['locator']>, verdict: string, reason = '') {
  await scope.getByRole('radio', { name: verdict }).check();
  if (reason !== '') await scope.getByLabel(/^How do you know/).fill(reason);
  await scope.getByRole('button', { name: 'Save finding' }).click();
}

test('a reviewer reads the evidence of a claim and gives a verdict, a second one does so after that, and one sees a random claim blindly', async ({
  page,
}) => {
  const { id, numbers } = await fileCluster(3);
  const [first = '', , third = ''] = numbers;
  await signInAs(page, 'reviewer');
  await page.goto(`/console/claims/${third}`);
  const signals = signalsOf(page);
  await expect(signals.getByText('A reviewer makes every decision.')).toBeVisible();
  await expect(signals.getByText('Very strong evidence')).toBeVisible();
  const steps = signals.getByRole('list', { name: 'Steps to “duplicate”' });
  await expect(steps.getByRole('listitem').first()).toContainText('Before any signal');
  await expect(steps.getByRole('link').first()).toHaveAttribute(
    'href',
    new RegExp(`/console/claims/(${numbers.join('|')})`),
  );
  await signals.getByRole('button', { name: 'Table of Points for “duplicate”' }).click();
  const table = signals.getByRole('table', { name: 'Points for “duplicate”' });
  await expect(table.getByRole('row', { name: /^Score/ })).toBeVisible();

  await signals.getByText('Record a finding').click();
  const form = signals.getByRole('form', { name: 'Your finding' });
  await form.getByRole('button', { name: 'Save finding' }).click();
  await expect(form.getByRole('alert')).toHaveText('Choose a finding.');
  await giveVerdict(form, 'Duplicate');
  await expect(form.getByRole('alert')).toHaveText('Say how you know.');
  await giveVerdict(form, 'Duplicate', 'The fund filed three times');
  await expect(signals.getByText('You recorded your finding.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Signals' })).toBeFocused();
  await expect(signals.getByText('The fund filed three times')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(page.getByRole('region', { name: 'History' })).toContainText(/Finding by .+: duplicate/);

  await signInAs(page, 'reviewer');
  await page.goto(`/console/claims/${third}`);
  await signals.getByText('Record a finding').click();
  await giveVerdict(
    signals.getByRole('form', { name: 'Your finding as second reviewer' }),
    'Genuine',
    'A correction, says the fund',
  );
  await expect(signals.getByText('(second finding)')).toBeVisible();

  await signals.getByRole('link', { name: `Cluster ${id} with 3 claims` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Cluster ${id}` })).toBeFocused();
  // Three claims stand in columns.
  const compared = page.getByRole('region', { name: 'Claims side by side' });
  await expect(compared.getByRole('columnheader')).toHaveText(['Field', ...numbers]);
  await expect(compared.getByRole('row', { name: /^Finding/ })).toContainText('genuine');
  await expect(compared.getByRole('row', { name: /^City/ }).getByRole('cell').first()).toHaveText(
    '= In common: Concord',
  );
  await expect(page.getByRole('region', { name: 'What they have in common' }).last()).toContainText('603');
  await compared.getByRole('link', { name: first }).click();
  await expect(page.getByRole('link', { name: `Back to cluster ${id}` })).toBeVisible();

  // As if chance had drawn it.
  await query('update claim_scores set sampled = true from claims where claims.id = claim_id and number = $1', [first]);
  await signInAs(page, 'reviewer');
  await page.goto(`/console/claims/${first}`);
  await expect(page.getByText('This claim is in the random sample. Record your finding under Signals.')).toBeVisible();
  await expect(signals.getByText('Its signals stay hidden until you record a finding')).toBeVisible();
  await expect(signals.getByText('points (review threshold')).toBeHidden();
  await giveVerdict(signals.getByRole('form', { name: 'Your finding' }), 'Genuine', 'Called the fund');
  await expect(signals.getByText('points (review threshold').first()).toBeVisible();
  await expect(signals.getByText(/Next claim in the random sample|Every claim in the random sample/)).toBeVisible();

  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Integrity' }).click();
  await page.getByLabel('Case').selectOption('brand-drug');
  const sample = page.getByRole('region', { name: 'Random sample' });
  await expect(sample.getByText(/\d claims? left|Every claim in the sample has a finding/)).toBeVisible();

  // People who may not give verdicts see neither signals nor clusters.
  await signInAs(page, 'call-center');
  await page.goto(`/console/claims/${first}`);
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(signals).toBeHidden();
  await expect(page.getByRole('link', { name: 'Clusters' })).toBeHidden();
  await page.goto('/console/clusters');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.goto('/console/integrity');
  await expect(page.getByText('Only reviewers and supervisors can see this page.')).toBeVisible();
});

test(
  'a supervisor reviews a blind sample, a second one agrees, and then the other claims have the verdict',
  { tag: '@long' },
  async ({ page }) => {
    const { id, company, numbers } = await fileCluster(8);
    await signInAs(page, 'supervisor');
    await page.goto('/console/clusters?case=brand-drug');
    await page.getByRole('link', { name: id, exact: true }).click();
    await page.getByRole('button', { name: 'Review a sample' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sample of a cluster' })).toBeFocused();
    await expect(page.getByText('0 of 5 with a finding')).toBeVisible();
    const claims = page.locator('.sample-claim');
    await expect(claims).toHaveCount(5);
    await expect(claims.first()).toContainText(company);
    await expect(page.getByRole('main')).not.toContainText(/points|(strong|weak|no) evidence/i);

    // Until then, neither the cluster nor the claim shows the scores.
    const reason = claims.first().getByLabel(/^How do you know/);
    await reason.fill('The same words as its neighbors');
    await claims
      .first()
      .getByRole('link', { name: /with its documents/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Answers' })).toBeVisible();
    await expect(page.getByText('Until you finish the sample, you can’t decide the claim')).toBeVisible();
    await expect(signalsOf(page)).toBeHidden();
    await page.getByRole('link', { name: 'Back to the sample' }).click();
    await expect(reason).toHaveValue('The same words as its neighbors');
    await page.getByRole('link', { name: `Cluster ${id}` }).click();
    await expect(page.getByText('Scores and the other claims appear when')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Side by side' })).toBeHidden();
    await page.getByRole('link', { name: 'Continue your sample' }).click();

    for (let done = 0; done < 5; done += 1) {
      const form = page.getByRole('form', { name: /^Your finding on claim/ }).first();
      await giveVerdict(form, 'Machine-made');
      await expect(page.getByText(`${done + 1} of 5 with a finding`)).toBeVisible();
    }
    const rest = page.getByRole('form', { name: 'The other 3 claims' });
    await expect(rest).toContainText('In the sample: 5 machine-made.');
    // Only findings from the sample can be chosen.
    await expect(rest.getByRole('radio')).toHaveCount(1);
    // The last finding led here.
    await expect(rest.getByRole('radio')).toBeFocused();
    await rest.getByRole('radio', { name: 'Machine-made' }).check();
    await rest.getByLabel('Why does it apply to the others?').fill('Eight times the same answers');
    await expectAccessible(page);
    await rest.getByRole('button', { name: 'Request second approval' }).click();
    await expect(page.getByText('Sent for second approval')).toBeVisible();

    await signInAs(page, 'supervisor');
    await page.goto('/console/approvals');
    const request = await openRequest(page, `of cluster ${id}.`);
    await expect(request).toContainText('In a sample of 5, reviewed without scores: 5 machine-made.');
    const link = request.getByRole('link', { name: `Open cluster ${id}` });
    await expect(link).toHaveAttribute('href', `/console/clusters/${id}`);
    await request.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('status').filter({ hasText: /^Approved/ })).toBeVisible();

    // The page follows the recording.
    await page.goto(`/console/clusters/${id}`);
    await expect(page.getByText('Recorded', { exact: true })).toBeVisible();
    await expect(page.getByText('Recorded Machine-made for 3 claims', { exact: true })).toBeVisible();
    // Eight claims stand in rows.
    const rows = page.getByRole('region', { name: 'Claims side by side' }).getByRole('row');
    await expect(rows.filter({ hasText: 'machine-made' })).toHaveCount(8);
    await page
      .getByRole('region', { name: 'Claims side by side' })
      .getByRole('link', { name: numbers[7] ?? '' })
      .click();
    await expect(signalsOf(page)).toContainText(`Machine-made, with cluster ${id}`);
  },
);

test(
  'a place is marked as shared, which the integrity page lists, and withdrawn there',
  { tag: '@long' },
  async ({ page }) => {
    const { numbers } = await fileCluster(2);
    await signInAs(page, 'reviewer');
    // The later one has the flag, so it is never in the random sample.
    await page.goto(`/console/claims/${numbers[1]}`);
    const signals = signalsOf(page);
    await signals.getByText('Mark a shared place or a known helper').click();
    await signals.getByRole('button', { name: 'Save mark' }).click();
    await expect(signals.getByText('Say how you know, and which place')).toBeVisible();
    await signals.getByLabel('Which one, and how do you know?').fill('The fund’s own office, checked by phone');
    await signals.getByRole('button', { name: 'Save mark' }).click();
    await expect(signals.getByRole('heading', { name: 'Shared places and known helpers' })).toBeVisible();

    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Integrity' }).click();
    await page.getByLabel('Case').selectOption('brand-drug');
    const mark = page.getByRole('listitem').filter({ hasText: `claim ${numbers[1]}` });
    await mark.getByRole('button', { name: /^Withdraw mark/ }).click();
    await expect(mark.getByText('Withdrawn')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Fairness' })).toBeVisible();
  },
);
