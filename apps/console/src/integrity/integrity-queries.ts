import type { Cluster } from '@redress/contract/console/integrity';
import { apiQuery, callApi, loggedQuery } from '../api/api-client.ts';

export const clustersQuery = (search: string) => ({
  queryKey: ['clusters', search],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => callApi('GET /clusters', { search, signal }),
});

/** Polls only while a verdict is being recorded. */
const pollMilliseconds = 5_000;

export const clusterQuery = (id: string) => ({
  ...apiQuery(['cluster', id], 'GET /clusters/:id', { params: { id } }),
  refetchInterval: ({ state }: { readonly state: { readonly data?: Cluster | undefined } }) =>
    state.data?.verdicts.some((verdict) => verdict.state === 'approved') === true ? pollMilliseconds : false,
  ...loggedQuery,
});

export const clusterSampleQuery = (id: string) => ({
  ...apiQuery(['cluster-verdict', id], 'GET /cluster-verdicts/:id', { params: { id } }),
  ...loggedQuery,
});

export const neutralMarksQuery = {
  ...apiQuery(['neutral-marks'], 'GET /neutral-marks'),
  ...loggedQuery,
} as const;

/** Never cached: the next claim in the sample may have a verdict by now. */
export const randomSampleQuery = (caseId: string) => ({
  ...apiQuery(['integrity-sample', caseId], 'GET /integrity-sample', { query: { case: caseId } }),
  gcTime: 0,
  staleTime: 0,
});

export const fairnessQuery = (caseId: string) =>
  apiQuery(['integrity-fairness', caseId], 'GET /integrity-fairness', { query: { case: caseId } });
