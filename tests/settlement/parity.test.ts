import { randomUUID } from 'node:crypto';
import { ruleTables } from '../rule-tables/all.ts';
import { type RuleTable, withAnswer } from '../rule-tables/rule-table.ts';
import { settlement } from '@redress/content/settlement';
import { formsOf } from '@redress/contract/settlement';
import { type ClaimForm, isClaimForm } from '@redress/forms/definition';
import type { FieldError } from '@redress/forms/answers';
import { parseAnswers } from '@redress/forms/parse-answers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, logInBrowser } from '../setup/browser.ts';
import { memberOf, startTestServer, type TestServer } from '../setup/test-server.ts';
import { anyAnswers, seed } from './any-answers.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startTestServer();
  browser = await logInBrowser(server.app, memberOf(0));
});
afterAll(() => server.close());

const captcha = 'googleRecaptchaToken';
interface ClaimTable extends RuleTable {
  readonly form: ClaimForm;
}
const isOfClaims = (table: RuleTable): table is ClaimTable => isClaimForm(table.form);
const tables = ruleTables.filter(isOfClaims);

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

test('each table is about a form of the settlement', () => {
  const forms = formsOf(settlement);
  expect(ruleTables.filter(({ form }) => !forms.includes(form)).map(({ name }) => name)).toEqual([]);
});

describe.each(tables.map((table) => [table.name, table] as const))('%s', (_, table) => {
  test('the server returns the table’s messages for every value in the rule table', async () => {
    for (const row of table.rows) {
      const found = await askServer(table.form, withAnswer(table.base, row));
      expect(
        found.map(({ field, message }) => ({ field, message })),
        `${row.field}: ${JSON.stringify(row.value)}`,
      ).toEqual(row.messages.map((message) => ({ field: row.field, message })));
    }
  });

  test('the server and the parser find the same errors in any answers', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(anyAnswers(table, 'json'), async (answers) => {
        const parsed = askParser(table.form, answers);
        expect(await askServer(table.form, answers)).toEqual(parsed);
        if (parsed.length === 0) taken += 1;
      }),
      { seed, numRuns: 150 },
    );
    expect(taken).toBeGreaterThan(0); // otherwise valid answers would not be tried at all
  });
});
