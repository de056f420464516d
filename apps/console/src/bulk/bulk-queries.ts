import type { BulkClaimFilter, BulkJob, BulkSelection } from '@redress/contract/console/bulk';
import { apiQuery } from '../api/api-client.ts';

const pollMilliseconds = 1_000;
/** Polls while a request waits for its approval. */
const askingMilliseconds = 10_000;

export const bulkJobsQuery = apiQuery(['bulk'], 'GET /bulk');

/** The reasons and reviewers that an action on these claims can have. */
export const bulkOptionsQuery = (kind: 'assign' | 'deficient' | 'deny', selection: BulkSelection) =>
  apiQuery(['bulk', 'options', kind, selection], 'POST /bulk/options', { body: { kind, selection } });

export const bulkJobQuery = (id: string) =>
  ({
    ...apiQuery(['bulk', id], 'GET /bulk/:id', { params: { id } }),
    refetchInterval: ({ state }: { readonly state: { readonly data?: BulkJob | undefined } }) =>
      state.data?.status === 'waiting'
        ? pollMilliseconds
        : state.data?.status === 'asking'
          ? askingMilliseconds
          : false,
  }) as const;

/**
 * A page of the action's claims. It refreshes while the action runs, and once after it has ended.
 */
export const bulkClaimsQuery = ({ id, status }: BulkJob, outcome: BulkClaimFilter | '', after: string | undefined) =>
  ({
    ...apiQuery(['bulk', id, 'claims', status, outcome, after ?? ''], 'GET /bulk/:id/claims', {
      params: { id },
      query: { ...(outcome && { outcome }), ...(after !== undefined && { after }) },
    }),
    refetchInterval: status === 'waiting' ? pollMilliseconds : false,
  }) as const;
