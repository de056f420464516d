import { expectAccessible } from '../axe.ts';
import { pdf } from '../consumer.ts';
import { expect, test } from '../members.ts';
import { phone } from '../settings.ts';
import { answer, languages } from '../without-script.ts';
import { filledIn } from './filled-in.ts';
import { openConsumerForm, openForm, passCaptcha, submit } from './scripted.ts';
import { outlastRetries } from '../upload-retries.ts';
import { waitForHydration } from '../hydration.ts';

// The English states pass axe in the tests of each flow (consumer-flow, individual, tpp, tpp-rows,
// faults), in every run. These tests check the Spanish ones, which differ in their words, every night.

const { es } = languages;
// A narrow screen covers the most.
test.use(phone);

test(
  'the Spanish login and consumer form pass axe in every state from the first key to the confirmation',
  { tag: '@long' },
  async ({ page, member }) => {
    await page.goto('/es/consumer-login');
    const send = page.getByRole('button', { name: es.loginButton });
    await waitForHydration(page);
    await send.click();
    await expect(page.locator('[aria-invalid]')).toHaveCount(2);
    await expectAccessible(page);
    await answer(page, es.login, { noticeId: member.noticeId, uniqueId: 'ZZZZ9999' });
    await send.click();
    await expect(page.getByRole('alert')).toContainText('Usuario no encontrado');
    await expectAccessible(page);

    await openConsumerForm(page, es, member);
    await submit(page, es);
    await expect(page.locator('.summary')).toBeVisible();
    await expectAccessible(page);

    await answer(page, es.consumer, filledIn.consumer);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        pdf('recibo.pdf', member.noticeId),
        {
          name: 'programa.exe',
          mimeType: 'application/octet-stream',
          buffer: Buffer.from('4d5a90000300000004000000ffff', 'hex'),
        },
      ]);
    await expect(page.getByRole('alert')).toContainText('programa.exe');
    await passCaptcha(page);
    await expectAccessible(page);

    await page.route('**/api/ConsumerClaimants', (route) => route.abort('connectionreset'));
    await submit(page, es);
    await expect(page.getByRole('dialog')).toContainText('Próximo intento en');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Parar y volver al formulario' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'No pudimos conectarnos con el servidor.' })).toBeFocused();
    await expectAccessible(page);
    await page.unroute('**/api/ConsumerClaimants');

    await page.context().clearCookies();
    await submit(page, es);
    await expect(page.getByRole('dialog')).toContainText('Su sesión terminó');
    await expectAccessible(page);
    await answer(page, es.login, { noticeId: member.noticeId, uniqueId: member.uniqueId });
    await page.clock.install();
    await page.route('**/SubmitDocuments**', (route) => route.abort('connectionreset'));
    await page.getByRole('dialog').getByRole('button', { name: es.loginButton }).click();
    await expect(page.getByText(/^11416REF\d{10}$/)).toBeVisible();
    await expectAccessible(page);
    await outlastRetries(page, page.getByRole('button', { name: 'Reintentar recibo.pdf' }));
    await expectAccessible(page);
    await page.unroute('**/SubmitDocuments**');
    await page.getByRole('button', { name: 'Reintentar recibo.pdf' }).click();
    await expect(page.getByRole('heading', { name: es.thanks })).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'the Spanish forms of payors and the savings club pass axe with rows, warnings and errors',
  { tag: '@long' },
  async ({ page }) => {
    await openForm(page, es, 'tpp-claimants');
    await answer(page, es.tpp, { optSectionRadio: 'Agent' });
    await page.getByRole('button', { name: es.addRow }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Quitar .*2$/ }).click();
    await submit(page, es);
    await expect(page.locator('.summary')).toBeVisible();
    await expectAccessible(page);
    await answer(page, es.tpp, { optSectionRadio: 'Company' });
    await expect(page.locator('[name="tin"]')).toBeVisible();
    await expectAccessible(page);

    await openForm(page, es, 'consumerb-claimants');
    await answer(page, es.individual, { outOfpocketExpensePaid: '$10,000 or more' });
    await expect(page.locator('.note.warn').last()).toBeVisible();
    await expectAccessible(page);
    await submit(page, es);
    await expect(page.locator('.summary')).toBeVisible();
    await expectAccessible(page);
  },
);
