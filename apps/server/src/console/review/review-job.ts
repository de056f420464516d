import type { DeriveContext } from '../search/derive-rows.ts';
import type { ConsoleContext } from '../context.ts';
import { unassignFromFormerReviewers } from './assign-claim.ts';
import { expireDeficiencies } from './expire-deficiencies.ts';
import { followDocuments } from './follow-documents.ts';
import { settleLeases } from './lease-claims.ts';
import { forgetPresence } from './presence.ts';
import { releaseDueDecisions } from './release-decision.ts';

/** Maximum failures that are logged each time: many failures often have one cause. */
const maxThrown = 5;

/**
 * Makes the automatic changes to claims: decisions take effect, deficiencies expire, documents
 * arrive, leases end, and former reviewers lose their claims. Each step commits its changes, so an
 * interrupted step continues with the rest. A failing step or claim does not stop the others.
 * @throws the failures, after everything else was done
 */
export async function runReview(
  context: Pick<ConsoleContext, 'database' | 'now' | 'isScanned'> & DeriveContext,
): Promise<void> {
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
    throw new AggregateError(failures.slice(0, maxThrown), `${count} claims or steps could not be updated`);
}
