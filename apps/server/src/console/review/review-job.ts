import type { DeriveContext } from '../search/derive-rows.ts';
import type { ConsoleContext } from '../context.ts';
import { unassignFromFormerReviewers } from './assign-claim.ts';
import { expireDeficiencies } from './expire-deficiencies.ts';
import { followDocuments } from './follow-documents.ts';
import { settleLeases } from './lease-claims.ts';
import { forgetPresence } from './presence.ts';
import { releaseDueDecisions } from './release-decision.ts';

/** Failures that are logged each time: often, one fault has made them all. */
const maxThrown = 5;

/**
 * What happens to claims by itself: decisions take effect, deficiencies expire, documents arrive,
 * leases end, former reviewers lose their claims. Each step commits what it has done, and begins with what is left when a process dies.
 * A step or a claim that fails stops no other.
 * @throws what failed, after everything else was done
 */
export async function runReview(context: Pick<ConsoleContext, 'database' | 'now'> & DeriveContext): Promise<void> {
  const steps = [
    releaseDueDecisions,
    followDocuments,
    expireDeficiencies,
    settleLeases,
    unassignFromFormerReviewers,
    forgetPresence,
  ];
  const failures: unknown[] = [];
  for (const step of steps)
    try {
      failures.push(...((await step(context)) ?? []).map(({ error }) => error));
    } catch (error) {
      failures.push(error);
    }
  const { length: count } = failures;
  if (count > 0)
    throw new AggregateError(failures.slice(0, maxThrown), `${count} claims or steps were not brought up to date`);
}
