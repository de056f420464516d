import { expect, type Locator, type Page } from '@playwright/test';
import { readReference } from './completion-page.ts';
import { waitForHydration } from './hydration.ts';

/** Answers of both a third-party payor and an agent, by the labels on the screen. */
const contact = {
  'Contact name': 'Maria Ortiz',
  'Street address': '400 Harbor Way',
  'Suite or floor': 'Suite 12',
  City: 'Boston',
  'ZIP code': '02110-1234',
  'Phone number': '6175550111',
  'Email address': 'claims@example.com',
};
export const companyAnswers = {
  ...contact,
  'Company or health plan name': 'Harborview Health Plan',
  'Tax ID (TIN)': '123456789',
  'Other names or FEINs used since 2007': 'Harbor HMO, 98-7654321',
};
const agentAnswers = {
  ...contact,
  'Agent’s company name': 'Northgate Administrators',
  'Agent’s tax ID (TIN)': '987654321',
};

/** An invented class member of an agent. */
export interface ClassMember {
  readonly classMemberName: string;
  readonly classMemberFEIN: string;
}
export const classMembers = (count: number): ClassMember[] =>
  Array.from({ length: count }, (_, index) => ({
    classMemberName: `Plan ${index + 1} Health Fund`,
    classMemberFEIN: String(100_000_000 + index),
  }));

export async function openTppForm(page: Page): Promise<void> {
  await page.goto('/tpp-claimants');
  await expectTppForm(page);
}
/** The page shows the empty form, which is ready. */
export async function expectTppForm(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('THIRD PARTY PAYOR CLAIM FORM');
  await waitForHydration(page);
}

export const asCompany = (page: Page) => page.getByRole('radio', { name: /^Section A/ });
export const asAgent = (page: Page) => page.getByRole('radio', { name: /^Section B/ });
/** The control whose label starts with this text, with or without "(optional)". */
export const control = (page: Page, label: string): Locator =>
  page.getByLabel(new RegExp(`^${label.replace(/[()]/g, String.raw`\$&`)}( \\(optional\\))?$`));

async function fillAll(page: Page, answers: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, answer] of Object.entries(answers)) await control(page, label).fill(answer);
  await control(page, 'State').selectOption('Massachusetts');
}
export async function fillCompany(page: Page): Promise<void> {
  await asCompany(page).check();
  await fillAll(page, companyAnswers);
  await control(page, 'Type of company or health plan').selectOption('Self-insured health and welfare fund');
}
export async function fillAgent(page: Page): Promise<void> {
  await asAgent(page).check();
  await fillAll(page, agentAnswers);
  await control(page, 'Your relationship to the class members').selectOption('Pharmacy benefit manager');
}
export async function fillPurchasesAndSignature(page: Page, amount = '412500.75'): Promise<void> {
  await control(page, 'Total amount paid, in dollars').fill(amount);
  await page.getByRole('checkbox', { name: /I file for a class member/ }).check();
  await control(page, 'Electronic signature').fill('Maria Ortiz');
  await control(page, 'Position or title').fill('Claims Director');
}

export const row = (page: Page, number: number): Locator =>
  page.getByRole('group', { name: `Class member ${number}`, exact: true });
export const rows = (page: Page): Locator => page.getByRole('group', { name: /^Class member \d+$/ });
export const nameIn = (page: Page, number: number): Locator => row(page, number).getByLabel('Name');
export const feinIn = (page: Page, number: number): Locator => row(page, number).getByLabel('FEIN');

/** Pastes text as a spreadsheet puts it on the clipboard: lines of tab-separated cells. */
export async function paste(into: Locator, text: string): Promise<void> {
  await into.focus();
  await into.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
export const asTable = (members: readonly ClassMember[]): string =>
  members.map((member) => `${member.classMemberName}\t${member.classMemberFEIN}`).join('\r\n');

/** The claim number on the completion page, without its prefix. */
export async function readTppClaimNumber(page: Page): Promise<string> {
  await expect(page).toHaveURL(/tpp-complete/);
  return (await readReference(page)).replace('11415REF', '');
}
