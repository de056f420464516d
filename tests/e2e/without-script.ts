import type { Locator, Page } from '@playwright/test';
import { loginV1Es } from '@redress/content/forms/login.v1.es';
import { loginV1 } from '@redress/content/forms/login.v1';
import { settlement } from '@redress/content/settlement';
import { newestVersionOf } from '@redress/contract/claim-forms';
import type { Language } from '@redress/contract/language';
import { claimFormIn } from '@redress/contract/translations';
import { type ClaimForm, type Field, type Form, isField } from '@redress/forms/definition';
import { hasRadios } from '../settlement/form-on-screen.ts';
import { expect } from './members.ts';

function formOf(id: string, language: Language): ClaimForm {
  const form = newestVersionOf(settlement.claimForms, id);
  if (!form) throw new Error(`The settlement has no form "${id}"`);
  return claimFormIn(settlement, form, language);
}
const formsIn = (language: Language) => ({
  consumer: formOf('consumer', language),
  individual: formOf('individual', language),
  login: language === 'es' ? loginV1Es : loginV1,
  tpp: formOf('tpp', language),
});

/**
 * The text of the pages in a language: forms from their definitions, the rest as expected literals.
 */
export const languages = {
  en: {
    prefix: '',
    ...formsIn('en'),
    loginButton: 'Login',
    notFound: ['User not found', 'Please Try again'],
    next: 'Next',
    submit: 'SUBMIT',
    continue: 'Continue',
    check: 'Check your answers',
    unconfirmed: 'You did not confirm this statement',
    sendAnyway: 'Send anyway',
    confirm: 'Go back and confirm',
    errorTitle: /^Error: /,
    required: 'This field is required',
    thanks: 'THANK YOU FOR SUBMITTING YOUR INFORMATION',
    addRow: /^Add another class member/,
    inOther: /Español/i,
    another: 'File another claim',
  },
  es: {
    prefix: '/es',
    ...formsIn('es'),
    loginButton: 'Iniciar sesión',
    notFound: ['Usuario no encontrado', 'Inténtelo otra vez'],
    next: 'Siguiente',
    submit: 'ENVIAR',
    continue: 'Continuar',
    check: 'Revisar sus respuestas',
    unconfirmed: 'Usted no confirmó esta declaración',
    sendAnyway: 'Enviar así',
    confirm: 'Volver y confirmar',
    errorTitle: /^Error: /,
    required: 'Complete este campo obligatorio',
    thanks: 'GRACIAS POR ENVIAR SU INFORMACIÓN',
    addRow: /^Agregar/,
    inOther: /English/i,
    another: 'Presentar otro reclamo',
  },
} as const;
export type PageMessages = (typeof languages)[keyof typeof languages];

function fieldNamed(form: Form, name: string): Field {
  const found = form.sections.flatMap(({ items }) => items.filter(isField)).find((field) => field.name === name);
  if (!found) throw new Error(`The form ${form.id} has no field ${name}`);
  return found;
}

/** A field's control, by its label. */
export function control(page: Page, form: Form, name: string): Locator {
  const messages = fieldNamed(form, name).label.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return page.getByLabel(new RegExp(`^${messages}`)).first();
}

/**
 * Types, chooses and checks boxes; `true` checks a box. Options are named by their values, which
 * are the same in every language.
 */
export async function answer(page: Page, form: Form, answers: Readonly<Record<string, string | true>>): Promise<void> {
  for (const [name, value] of Object.entries(answers)) {
    const field = fieldNamed(form, name);
    if (value === true) await control(page, form, name).check();
    else if (field.kind === 'select' && !hasRadios(field)) await control(page, form, name).selectOption(value);
    else if (field.kind === 'choice' || field.kind === 'select') {
      const label = field.labels?.[field.options.indexOf(value)] ?? value;
      await page.getByRole('radio', { name: label, exact: true }).check();
    } else await control(page, form, name).fill(value);
  }
}

/** A field's value on the returned page. */
export async function expectKept(page: Page, form: Form, answers: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(answers)) {
    if (hasRadios(fieldNamed(form, name)))
      await expect(page.locator(`input[name="${name}"][value="${value}"]`)).toBeChecked();
    else await expect(control(page, form, name)).toHaveValue(value);
  }
}

/** The returned page lists its errors on top and has the focus there. */
export async function expectErrors(page: Page, messages: PageMessages, count: number): Promise<void> {
  await expect(page).toHaveTitle(messages.errorTitle);
  await expect(page.locator('.summary li')).toHaveCount(count);
  await expect(page.locator('#outcome')).toBeFocused();
  await expectSummaryOnTop(page);
  await expectToFit(page);
}

/** The summary begins in view, below the section index, which stays on top on a phone. */
export async function expectSummaryOnTop(page: Page): Promise<void> {
  const summary = await page.locator('.summary').boundingBox();
  const top = summary?.y ?? -1;
  expect(top).toBeGreaterThanOrEqual(0);
  // On a phone the index sticks above the form, on a desktop beside it.
  const nav = page.locator('.form-layout > nav');
  const index = await nav
    .evaluate((element) => getComputedStyle(element).position === 'sticky')
    .then((isSticky) => (isSticky ? nav.boundingBox() : null));
  if (index && summary && index.x + index.width > summary.x) expect(top).toBeGreaterThanOrEqual(index.y + index.height);
  expect(top).toBeLessThan((await page.evaluate(() => innerHeight)) / 3);
}

/** Checks that nothing is wider than a 320-pixel screen. */
export async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}

/** Opens a form page, or waits for it, until the browser without JavaScript has the one with a key. */
export async function openWithKey(page: Page, path?: string): Promise<void> {
  if (path !== undefined) await page.goto(path);
  await page.waitForURL(/\?key$/);
}

/** Presses a button of the form, and waits for the response page. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().isNavigationRequest());
  await page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
  await answered;
  await page.waitForLoadState();
}

/** The claim number on the completion page in its language. */
export async function readNumber(page: Page, messages: PageMessages, referencePrefix: string): Promise<string> {
  await expect(page).toHaveURL(/-complete\?filed=[\w-]+(#outcome)?$/);
  await expect(page.getByRole('heading', { name: messages.thanks })).toBeVisible();
  await expectToFit(page);
  const reference = page.getByText(new RegExp(`^${referencePrefix}\\d{10}$`));
  const { height } = (await reference.boundingBox()) ?? { height: 0 };
  const size = await reference.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(height, 'one line, as people read it out').toBeLessThan(2 * size);
  return (await reference.innerText()).slice(referencePrefix.length);
}
