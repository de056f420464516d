import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import type { TestPerson } from '../setup/console.ts';
import { assignTo, fileClaim, ownAnswers, waitForJobs } from './console-claims.ts';

/** Claimed amounts in dollars, so low that no purchase data is due. */
export const amountOf = (index: number): string => `1000.${String(index + 1).padStart(2, '0')}`;

/**
 * Files complete claims of different payors that only this person gets from a queue, and waits
 * until all jobs are done with them: a later change would count as a change of the claim. The
 * signer's position is one that no other claims have.
 */
export async function fileForRule(page: Page, person: TestPerson, count: number) {
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
