import type { Page } from '@playwright/test';
import { pdf } from '../consumer.ts';
import { expect, test } from '../members.ts';
import { tagsOf } from '../settings.ts';
import { asTable, classMembers, nameIn, paste } from '../tpp.ts';
import { answer, control, languages } from '../without-script.ts';
import { filledIn } from './filled-in.ts';
import { openForm, passCaptcha, submit } from './scripted.ts';
import { outlastRetries } from '../upload-retries.ts';

const { en, es } = languages;

/**
 * Records what a screen reader would announce: text added to an existing live region, and alerts,
 * which are announced when they appear.
 */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    // Outside the observed body; a message never contains a line break.
    const kept = document.documentElement.dataset;
    kept['said'] = '';
    new MutationObserver((changes) => {
      const spoken = new Set<Element>();
      const came = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const place = element?.closest('[role=status], [role=alert], [aria-live]');
        if (place && !came.some((node) => node.contains(place) && place.getAttribute('role') !== 'alert'))
          spoken.add(place);
      }
      for (const node of came) {
        if (!(node instanceof Element)) continue;
        for (const alert of [node, ...node.querySelectorAll('*')])
          if (alert.getAttribute('role') === 'alert') spoken.add(alert);
      }
      for (const place of spoken) {
        const text = (place.textContent ?? '').trim();
        if (text !== '') kept['said'] += `${text}\n`;
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () =>
    page.evaluate(() => {
      const kept = document.documentElement.dataset;
      const said = kept['said'] ?? '';
      kept['said'] = '';
      return said.split('\n').filter(Boolean);
    });
}

for (const [language, messages] of Object.entries(languages)) {
  test(
    `after a failed SUBMIT the summary has the focus and says how many answers are wrong, ${language}`,
    tagsOf(language),
    async ({ page }) => {
      for (const [path, form, first] of [
        ['consumera-claimants', messages.consumer, 'name1'],
        ['consumerb-claimants', messages.individual, 'name1'],
      ] as const) {
        await openForm(page, messages, path);
        const title = await page.title();
        await submit(page, messages);
        const summary = page.locator('.summary');
        await expect(summary).toBeFocused();
        await expect(summary).toHaveRole('region');
        const links = summary.locator('a');
        // Focus announces the region's name, which gives their number.
        await expect(summary).toHaveAccessibleName(new RegExp(String.raw`\b${await links.count()}\b`));
        await expect(page).toHaveTitle(`Error: ${title}`);
        // The first link leads to the first invalid field, which announces its message.
        await page.keyboard.press('Tab');
        await expect(links.first()).toBeFocused();
        await page.keyboard.press('Enter');
        const field = control(page, form, first);
        await expect(field).toBeFocused();
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await expect(field).toHaveAccessibleDescription(new RegExp(messages.required));
        // So does each other link.
        for (const index of [1, 3]) {
          const href = await links.nth(index).getAttribute('href');
          await links.nth(index).click();
          await expect(page.locator(href ?? '')).toBeFocused();
        }
      }
    },
  );
}

test('files that are added, refused and removed are announced, and so is the captcha, questions about answers, and rows', async ({
  page,
}) => {
  await openForm(page, en, 'consumerb-claimants');
  const said = await listen(page);
  const input = page.locator('input[type=file]');
  await input.setInputFiles([pdf('one.pdf')]);
  await expect.poll(said).toContain('1 file was added.');
  await input.setInputFiles([
    {
      name: 'program.exe',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('4d5a90000300000004000000ffff', 'hex'),
    },
  ]);
  await expect
    .poll(async () => (await said()).join(' '))
    .toMatch(/Not added:.*program\.exe.*We can’t accept this type of file\./);
  await page.getByRole('button', { name: 'Remove one.pdf' }).click();
  await expect.poll(said).toContain('one.pdf was removed.');
  await expect(input).toBeFocused();
  await passCaptcha(page);
  await expect.poll(said).toContain('Checked. You can submit your claim.');

  const email = control(page, en.individual, 'email');
  await email.pressSequentially('luis@hotmial.com');
  await expect(page.locator('#field-email-question')).toBeAttached();
  await email.press('Tab');
  await expect.poll(said).toContain('Did you mean luis@hotmail.com?');

  await openForm(page, en, 'tpp-claimants');
  await answer(page, en.tpp, { optSectionRadio: 'Agent' });
  const saidOfRows = await listen(page);
  await paste(nameIn(page, 1), asTable(classMembers(3)));
  await expect.poll(saidOfRows).toContain('3 rows were filled.');
  await page.getByRole('button', { name: 'Remove Class member 2' }).click();
  await expect.poll(saidOfRows).toContain('Class member 2 was removed.');
  // The next one has the same number.
  await page.getByRole('button', { name: 'Remove Class member 2' }).click();
  await expect.poll(saidOfRows).toContain('Class member 2 was removed.');
});

test('that a claim came after the deadline is announced, and gets the focus', async ({ page }) => {
  await openForm(page, en, 'consumerb-claimants');
  await answer(page, en.individual, filledIn.individual);
  await passCaptcha(page);
  const said = await listen(page);
  await page.route('**/api/IndividualClaimants', (route) =>
    route.fulfill({ status: 410, contentType: 'application/problem+json', body: '{"code":"filing-closed"}' }),
  );
  await submit(page, en);
  await expect.poll(async () => (await said()).join(' ')).toContain('Claims can no longer be filed.');
  await expect(page.getByRole('alert')).toBeFocused();
});

test('a claim being sent, an unreachable server, and documents being sent are announced in Spanish', async ({
  page,
}) => {
  await openForm(page, es, 'consumerb-claimants');
  await answer(page, es.individual, filledIn.individual);
  await page.locator('input[type=file]').setInputFiles([pdf('recibo.pdf', 'announcements')]);
  await passCaptcha(page);
  const said = await listen(page);
  await page.route('**/api/IndividualClaimants', (route) => route.abort('connectionreset'));
  await submit(page, es);
  // A dialog announces its name by receiving the focus.
  await expect(page.getByRole('dialog', { name: 'Ahora no podemos conectarnos con el servidor' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Parar y volver al formulario' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No pudimos conectarnos' })).toBeFocused();
  const first = await said();
  expect(first.join(' ')).toContain('Enviando su reclamo…');
  expect(first.join(' ')).toContain('No pudimos conectarnos con el servidor.');
  await page.unroute('**/api/IndividualClaimants');
  await page.clock.install();
  await page.route('**/SubmitDocuments**', (route) => route.abort('connectionreset'));
  await submit(page, es);
  await expect(page.getByText(/^11416REF\d{10}$/)).toBeVisible();
  await outlastRetries(page, page.getByRole('button', { name: 'Reintentar recibo.pdf' }));
  await expect(page.locator(':focus')).toHaveRole('heading');
});
