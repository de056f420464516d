import type { Page } from '@playwright/test';
import { type Field, type Form, isField } from '@redress/forms/definition';
import { hasRadios } from '../../settlement/form-on-screen.ts';
import { expect, test } from '../members.ts';
import { answer, control, languages, type PageMessages } from '../without-script.ts';
import { openConsumerForm, openForm, submit } from './scripted.ts';
import { readTree } from './tree.ts';
import { waitForHydration } from '../hydration.ts';

// The accessibility tree, compared with `trees/`. Review a change there as a screen reader would
// present it, then accept it with `--update-snapshots`.

const { en, es } = languages;

/** The logged-in person differs from run to run. */
const readStableTree = async (page: Page) => (await readTree(page)).replace(/\b\d{9}\b/g, '000000000');

/** The form's tree before and after submitting it empty. */
async function expectTrees(page: Page, messages: PageMessages, name: string): Promise<void> {
  expect(await readStableTree(page)).toMatchSnapshot(`${name}.txt`);
  await submit(page, messages);
  await expect(page.locator('.summary')).toBeVisible();
  expect(await readStableTree(page)).toMatchSnapshot(`${name}-errors.txt`);
}

test('the consumer form is exposed in order, with its fields’ names and states, before and after a failed SUBMIT', async ({
  page,
  member,
}) => {
  await openConsumerForm(page, en, member);
  await expectTrees(page, en, 'consumer');
});

test('the savings-club form is exposed that way in Spanish', async ({ page }) => {
  await openForm(page, es, 'consumerb-claimants');
  await expectTrees(page, es, 'individual-es');
});

test('the payors’ form is exposed that way, with an agent’s rows', async ({ page }) => {
  await openForm(page, en, 'tpp-claimants');
  await answer(page, en.tpp, { optSectionRadio: 'Agent' });
  await page.getByRole('button', { name: en.addRow }).click();
  // Loads at the first input.
  await expect(page.getByRole('region', { name: en.check })).toBeVisible();
  await expectTrees(page, en, 'tpp-agent');
});

test('the login is exposed that way', async ({ page }) => {
  await page.goto('/consumer-login');
  await waitForHydration(page);
  expect(await readStableTree(page)).toMatchSnapshot('login.txt');
  await page.getByRole('button', { name: en.loginButton }).click();
  await expect(page.locator('[aria-invalid]')).toHaveCount(2);
  expect(await readStableTree(page)).toMatchSnapshot('login-errors.txt');
});

/** The screen role of each field kind. */
const roleOf = (field: Field) => {
  switch (field.kind) {
    case 'select':
      return hasRadios(field) ? 'radiogroup' : 'combobox';
    case 'checkbox':
      return 'checkbox';
    case 'choice':
      return 'radiogroup';
    default:
      return 'textbox';
  }
};
const initiallyVisible = (form: Form) =>
  form.sections
    .filter((section) => !section.shownWhen)
    .flatMap(({ items }) => items.filter(isField))
    .filter((field) => field.kind !== 'rows' && !field.shownWhen);

for (const [language, messages] of Object.entries(languages)) {
  test(`every field exposes its label, kind, hint and whether it is required, as its definition says, ${language}`, async ({
    page,
  }) => {
    for (const [path, form] of [
      ['consumera-claimants', messages.consumer],
      ['consumerb-claimants', messages.individual],
      ['tpp-claimants', messages.tpp],
    ] as const) {
      await openForm(page, messages, path);
      for (const field of initiallyVisible(form)) {
        const role = roleOf(field);
        const input =
          role === 'radiogroup' ? page.getByRole(role, { name: field.label }) : control(page, form, field.name);
        const where = `${form.id} ${field.name}`;
        const isRequired = field.rules.some(({ rule }) => rule === 'required');
        await expect.soft(input, where).toHaveRole(role);
        if (isRequired) await expect.soft(input, where).toHaveAttribute('aria-required', 'true');
        else await expect.soft(input, where).not.toHaveAttribute('aria-required');
        await expect.soft(input, where).not.toHaveAttribute('aria-invalid');
        await expect.soft(input, where).toHaveAccessibleDescription(field.hint ?? '');
        if (!isRequired && role === 'textbox')
          await expect.soft(input, where).toHaveAccessibleName(/\((optional|opcional)\)$/);
      }
    }
  });
}

test('fields about a person or company have the autocomplete token that browsers use', async ({ page }) => {
  // The autocomplete tokens of WCAG 2.2, section 7, for each field.
  const purposes = {
    'consumera-claimants': {
      name1: 'name',
      street1: 'address-line1',
      city: 'address-level2',
      state: 'address-level1',
      zip: 'postal-code',
      phone1: 'tel-national',
      email: 'email',
    },
    'es/consumerb-claimants': {
      name1: 'name',
      street1: 'address-line1',
      city: 'address-level2',
      state: 'address-level1',
      zip: 'postal-code',
      phone1: 'tel-national',
      email: 'email',
    },
  };
  for (const [path, fields] of Object.entries(purposes)) {
    await page.goto(`/${path}`);
    for (const [name, purpose] of Object.entries(fields)) {
      await expect.soft(page.locator(`[name="${name}"]`), `${path} ${name}`).toHaveAttribute('autocomplete', purpose);
    }
  }
});
