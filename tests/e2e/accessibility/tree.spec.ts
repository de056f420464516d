import type { Page } from '@playwright/test';
import { type Field, type Form, isField } from '@redress/forms/definition';
import { hasRadios } from '../../settlement/form-on-screen.ts';
import { expect, test } from '../members.ts';
import { tagsOf } from '../settings.ts';
import { answer, control, languages } from '../without-script.ts';
import { openConsumerForm, openForm } from './scripted.ts';
import { readTree } from './tree.ts';
import { waitForHydration } from '../hydration.ts';

// The accessibility tree, compared with `trees/`. Review a change there as a screen reader would
// present it, then accept it with `--update-snapshots`.

const { en, es } = languages;

/** The logged-in person differs from run to run. */
const readStableTree = async (page: Page) => (await readTree(page)).replace(/\b\d{9}\b/g, '000000000');

/** The tree of a form or the login, and what submitting it empty changes in it. */
async function expectTrees(page: Page, name: string, button: string): Promise<void> {
  const before = await readStableTree(page);
  expect(before).toMatchSnapshot(`${name}.txt`);
  await page.getByRole('button', { name: button }).click();
  // The hints load with the first error.
  await expect(page.locator('.fix').first()).toBeVisible();
  const known = new Set(before.split('\n'));
  const changed = (await readStableTree(page)).split('\n').filter((line) => line === '' || !known.has(line));
  expect(changed.join('\n')).toMatchSnapshot(`${name}-errors.txt`);
}

test('each form is exposed in order, with its fields’ names and states, before and after a failed SUBMIT', async ({
  page,
  member,
}) => {
  await page.goto('/consumer-login');
  await waitForHydration(page);
  await expectTrees(page, 'login', en.loginButton);
  await openConsumerForm(page, en, member);
  // Loads once the login is known.
  await expect(page.getByRole('button', { name: 'Yes, fill it in' })).toBeVisible();
  await expectTrees(page, 'consumer', en.submit);
  await openForm(page, es, 'consumerb-claimants');
  await expectTrees(page, 'individual-es', es.submit);

  await openForm(page, en, 'tpp-claimants');
  await answer(page, en.tpp, { optSectionRadio: 'Agent' });
  await page.getByRole('button', { name: en.addRow }).click();
  // Loads at the first input.
  await expect(page.getByRole('region', { name: en.check })).toBeVisible();
  await expectTrees(page, 'tpp-agent', en.submit);
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
  test(
    `every field exposes its label, kind, hint and whether it is required, as its definition says, ${language}`,
    tagsOf(language),
    async ({ page }) => {
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
    },
  );
}

test('fields about a person or company have the autocomplete token that browsers use', async ({ request }) => {
  // The autocomplete tokens of WCAG 2.2, section 7, for each field.
  const purposes = {
    name1: 'name',
    street1: 'address-line1',
    city: 'address-level2',
    state: 'address-level1',
    zip: 'postal-code',
    phone1: 'tel-national',
    email: 'email',
  };
  for (const path of ['/consumera-claimants', '/es/consumerb-claimants']) {
    const page = await (await request.get(path)).text();
    for (const [name, purpose] of Object.entries(purposes)) {
      const [tag] = new RegExp(`<(?:input|select)\\b[^>]*\\bname="${name}"[^>]*>`).exec(page) ?? [];
      expect.soft(tag?.toLowerCase(), `${path} ${name}`).toContain(`autocomplete="${purpose}"`);
    }
  }
});
