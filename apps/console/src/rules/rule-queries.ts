import type { BulkClaimFilter } from '@redress/contract/console/bulk';
import type { RuleDetails, RuleRun } from '@redress/contract/console/rules';
import { apiQuery } from '../api/api-client.ts';

const pollMilliseconds = 1_000;

export const rulesQuery = apiQuery(['rules'], 'GET /rules');

const isRunning = (run: RuleRun): boolean =>
  run.status === 'waiting' || run.release?.status === 'waiting' || run.release?.status === 'asking';

/** Polls only while something is running or awaits approval. */
export const ruleQuery = (id: string) =>
  ({
    ...apiQuery(['rules', id], 'GET /rules/:id', { params: { id } }),
    refetchInterval: ({ state }: { readonly state: { readonly data?: RuleDetails | undefined } }) =>
      state.data?.runs.some(isRunning) === true ? pollMilliseconds : false,
  }) as const;

/** A page of the claims of a finished dry run, which never change. */
export const runClaimsQuery = (id: string, outcome: BulkClaimFilter | '', after: string | undefined) => ({
  ...apiQuery(['rule-run-claims', id, outcome, after ?? ''], 'GET /rules/runs/:id/claims', {
    params: { id },
    query: { ...(outcome && { outcome }), ...(after !== undefined && { after }) },
  }),
  refetchInterval: false as const,
});
