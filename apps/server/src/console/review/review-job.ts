import type { DeriveContext } from '../search/derive-rows.ts';
import type { ConsoleContext } from '../context.ts';
import { unassignFromFormerReviewers } from './assign-claim.ts';
import { expireDeficiencies } from './expire-deficiencies.ts';
import { followDocuments } from './follow-documents.ts';
import { settleLeases } from './lease-claims.ts';
import { forgetPresence } from './presence.ts';
import { releaseDueDecisions } from './release-decision.ts';

/**
 * What happens to claims by itself: decisions take effect, deficiencies expire, documents arrive,
 * leases end, former reviewers lose their claims. Each step commits what it has done, and begins with what is left when a process dies.
 */
export async function runReview(context: Pick<ConsoleContext, 'database' | 'now'> & DeriveContext): Promise<void> {
  await releaseDueDecisions(context);
  await followDocuments(context);
  await expireDeficiencies(context);
  await settleLeases(context);
  await unassignFromFormerReviewers(context);
  await forgetPresence(context);
}
