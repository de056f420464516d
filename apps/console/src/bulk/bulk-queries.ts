import type { BulkClaimFilter, BulkJob } from '@redress/contract/console/bulk';
import { callApi } from '../api/api-client.ts';

const pollMilliseconds = 1_000;
/** Polls while a request waits for its approval. */
const askingMilliseconds = 10_000;

export const bulkJobsQuery = {
  queryKey: ['bulk'],
  queryFn: () => callApi('GET /bulk'),
} as const;

/** The reasons and reviewers that an action can have. */
export const bulkOptionsQuery = {
  queryKey: ['bulk', 'options'],
  queryFn: () => callApi('GET /bulk/options'),
} as const;

export const bulkJobQuery = (id: string) =>
  ({
    queryKey: ['bulk', id],
    queryFn: () => callApi('GET /bulk/:id', { params: { id } }),
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
    queryKey: ['bulk', id, 'claims', status, outcome, after ?? ''],
    queryFn: () =>
      callApi('GET /bulk/:id/claims', {
        params: { id },
        query: { ...(outcome && { outcome }), ...(after !== undefined && { after }) },
      }),
    refetchInterval: status === 'waiting' ? pollMilliseconds : false,
  }) as const;
