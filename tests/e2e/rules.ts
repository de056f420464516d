import { expect, type Page } from '@playwright/test';
import type { RuleContent, RuleDetails, RuleRun } from '@redress/contract/console/rules';
import { randomUUID } from 'node:crypto';
import type { TestPerson } from '../setup/console.ts';
import { assignTo, fileClaim, ownAnswers, waitForJobs } from './console-claims.ts';
import { postToConsole } from './console.ts';

/** Claims that a rule or a filter can choose. */
export interface ChosenClaims {
  readonly numbers: readonly string[];
  /** The signer's position, which no other claims have. */
  readonly position: string;
}

/** Claimed amounts in dollars, so low that no purchase data is due. */
export const amountOf = (index: number): string => `1000.${String(index + 1).padStart(2, '0')}`;

/**
 * Files complete claims of different payors that only this person gets from a queue, and waits
 * until all jobs are done with them: a later change would count as a change of the claim.
 */
export async function fileForRule(page: Page, person: TestPerson, count: number): Promise<ChosenClaims> {
  const position = `Manager ${randomUUID().slice(0, 8)}`;
  const numbers: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const own = ownAnswers();
    const answers = { ...own, positionTitle: position, repealerStateTotalAmountPaid: amountOf(index) };
    const membership = `TPP Name,Year,State,Members\r\n${own.healthPlanCompanyName},2009,Massachusetts,1200\r\n`;
    numbers.push(await fileClaim([{ name: 'membership.csv', bytes: Buffer.from(membership) }], answers));
  }
  await assignTo(page, person, numbers);
  await waitForJobs(
    `select from claims
     where number = any($1)
       and exists (select from claim_search where claim_id = claims.id and status = 'ready')
       and exists (select from claim_history where claim_id = claims.id and kind = 'data-checked')
       and exists (select from claim_scores where claim_id = claims.id)
       and (select max(id) from claim_history where claim_id = claims.id) <= (select max(last_entry) from history_seals)`,
    [numbers],
    count,
  );
  return { numbers, position };
}

/** The rule that approves these claims, and no others. */
export const ruleOf = ({ position }: ChosenClaims): RuleContent => ({
  outcome: 'approve',
  conditions: [
    { fact: 'form', oneOf: ['tpp'] },
    { fact: 'answer', form: 'tpp', field: 'positionTitle', is: { test: 'one-of', values: [position] } },
  ],
});

/** Makes a rule, and waits until a dry run of it has ended. Returns its ID. */
export async function runNewRule(page: Page, name: string, content: RuleContent): Promise<string> {
  const created = await postToConsole(page, '/rules', { caseId: 'brand-drug', name, ...content });
  expect([created.status(), created.ok() ? '' : await created.text()]).toEqual([201, '']);
  const parseRule: (json: string) => RuleDetails = JSON.parse;
  const { id } = parseRule(await created.text());
  const asked = await postToConsole(page, `/rules/${id}/runs`, {});
  expect([asked.status(), asked.ok() ? '' : await asked.text()]).toEqual([202, '']);
  const parseRun: (json: string) => RuleRun = JSON.parse;
  const run = parseRun(await asked.text());
  const status = async () =>
    parseRun(await (await page.request.get(`/api/console/rules/runs/${run.id}`)).text()).status;
  await expect.poll(status, { intervals: [100] }).toBe('done');
  return id;
}
