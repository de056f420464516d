import { randomUUID } from 'node:crypto';
import { type RuleTable, withAnswer } from '../rule-tables/rule-table.ts';
import { settlement } from '@redress/content/settlement';
import { type ClaimForm, isClaimForm, isField } from '@redress/forms/definition';
import type { AnyAnswers, FieldError } from '@redress/forms/answers';
import { parseAnswers } from '@redress/forms/parse-answers';
import { tidyAnswer } from '@redress/forms/clean-typed-answers';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, logInBrowser } from '../setup/browser.ts';
import { useNoScriptSite } from '../setup/no-script-site.ts';
import { isLongRun } from '../setup/long-tests.ts';
import { NoScriptBrowser } from '../setup/no-script-browser.ts';
import { memberOf } from '../setup/test-server.ts';
import { anyAnswers, seed } from './any-answers.ts';
import { settlementTables } from './rule-tables.ts';

const site = useNoScriptSite();
let browser: Browser;
let noScriptBrowser: NoScriptBrowser;

/** On the last day for this form, logged in if it requires that. */
async function openBrowsers(form: ClaimForm): Promise<void> {
  const { app } = site.server;
  site.server.now = new Date(`${form.deadline}T16:00:00Z`);
  browser = form.login === 'required' ? await logInBrowser(app, memberOf(0)) : new Browser(app);
  await browser.session();
  noScriptBrowser = new NoScriptBrowser(app);
  for (const [name, value] of browser.cookies) noScriptBrowser.cookies.set(name, value);
}

const captcha = 'googleRecaptchaToken';
interface ClaimTable extends RuleTable {
  readonly form: ClaimForm;
}
const isOfClaims = (table: RuleTable): table is ClaimTable => isClaimForm(table.form);
const tables = settlementTables().filter(isOfClaims);

/**
 * Every error that the server finds in the answers; none when it accepts them. A form with a
 * captcha is sent without one, so that valid answers are refused for the captcha alone and nothing
 * is filed.
 */
async function askServer(form: ClaimForm, answers: unknown): Promise<FieldError[]> {
  const { status, text } = await browser.post(answers, randomUUID(), form.resource);
  const parse: (json: string) => { errors?: FieldError[] } = JSON.parse;
  const { errors = [] } = parse(text);
  expect(status).toBe(errors.length > 0 ? 422 : 201);
  const found = errors.filter(({ field }) => field !== captcha);
  const asksCaptcha = form.sections.some(({ items }) => items.some(({ kind }) => kind === 'captcha'));
  expect(errors.length - found.length).toBe(asksCaptcha ? 1 : 0);
  return found;
}

function askParser(form: ClaimForm, answers: unknown): readonly FieldError[] {
  const parsed = parseAnswers(form, answers, {});
  return parsed.ok ? [] : parsed.errors;
}

/** As the fields of a browser with script show them once they are left. */
const tidyAnswers = (form: ClaimForm, answers: AnyAnswers): AnyAnswers =>
  Object.fromEntries(
    form.sections
      .flatMap(({ items }) => items.filter(isField))
      .flatMap((field) => {
        const answer = answers[field.name];
        return answer === undefined ? [] : [[field.name, tidyAnswer(field, answer)] as const];
      }),
  );

/** The errors on the page that a browser without JavaScript gets for these answers. */
async function askNoScript(form: ClaimForm, answers: AnyAnswers): Promise<readonly FieldError[]> {
  const page = settlement.site.pages.find((one) => one.kind === 'form' && one.form === form.id);
  const { status } = await noScriptBrowser.postForm(page?.path ?? '', answers);
  expect(status).toBe(422);
  return site.pageRenderer.last.form?.errors ?? [];
}

/** Nightly every value; otherwise the first with each message of each field. */
const rowsOf = ({ rows }: ClaimTable) =>
  rows.filter(
    ({ field, messages }, index) =>
      isLongRun || rows.findIndex((one) => one.field === field && String(one.messages) === String(messages)) === index,
  );

describe.each(tables.map((table) => [table.name, table] as const))('%s', (_, table) => {
  beforeAll(() => openBrowsers(table.form));

  test('the server returns the table’s messages', async () => {
    for (const row of rowsOf(table)) {
      const found = await askServer(table.form, withAnswer(table.base, row));
      expect(
        found.map(({ field, message }) => ({ field, message })),
        `${row.field}: ${JSON.stringify(row.value)}`,
      ).toEqual(row.messages.map((message) => ({ field: row.field, message })));
    }
  });

  test('the page without script shows the messages for what a form with script would send', async () => {
    let refused = 0;
    for (const row of rowsOf(table)) {
      const answers = withAnswer(table.base, row);
      const expected = askParser(table.form, tidyAnswers(table.form, answers));
      if (expected.length === 0) continue;
      refused += 1;
      const found = await askNoScript(table.form, answers);
      expect(found, `${row.field}: ${JSON.stringify(row.value)}`).toEqual(expected);
    }
    expect(refused).toBeGreaterThan(0);
  });

  test('the server and the parser find the same errors in any answers', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(anyAnswers(table), async (answers) => {
        const parsed = askParser(table.form, answers);
        expect(await askServer(table.form, answers)).toEqual(parsed);
        if (parsed.length === 0) taken += 1;
      }),
      { seed, numRuns: isLongRun ? 150 : 20 },
    );
    expect(taken).toBeGreaterThan(0); // otherwise valid answers would not be tried at all
  });
});
