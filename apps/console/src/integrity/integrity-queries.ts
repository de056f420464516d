import type { Cluster } from '@redress/contract/console/integrity';
import { callApi } from '../api/api-client.ts';

/** Claim data leaves memory soon after its screen closes. */
const forgetMilliseconds = 60_000;
/** Each fetch of personal data is logged as a view, so it happens once. */
const logged = { gcTime: forgetMilliseconds, staleTime: Infinity } as const;

export const clustersQuery = (search: string) => ({
  queryKey: ['clusters', search],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => callApi('GET /clusters', { search, signal }),
});

/** Polls only while a verdict is being recorded. */
const pollMilliseconds = 5_000;

export const clusterQuery = (id: string) => ({
  queryKey: ['cluster', id],
  queryFn: () => callApi('GET /clusters/:id', { params: { id } }),
  refetchInterval: ({ state }: { readonly state: { readonly data?: Cluster | undefined } }) =>
    state.data?.verdicts.some((verdict) => verdict.state === 'approved') === true ? pollMilliseconds : false,
  ...logged,
});

export const clusterSampleQuery = (id: string) => ({
  queryKey: ['cluster-verdict', id],
  queryFn: () => callApi('GET /cluster-verdicts/:id', { params: { id } }),
  ...logged,
});

export const neutralMarksQuery = {
  queryKey: ['neutral-marks'],
  queryFn: () => callApi('GET /neutral-marks'),
  ...logged,
} as const;

/** Never cached: the next claim in the sample may have a verdict by now. */
export const randomSampleQuery = (caseId: string) => ({
  queryKey: ['integrity-sample', caseId],
  queryFn: () => callApi('GET /integrity-sample', { query: { case: caseId } }),
  gcTime: 0,
  staleTime: 0,
});

export const fairnessQuery = (caseId: string) => ({
  queryKey: ['integrity-fairness', caseId],
  queryFn: () => callApi('GET /integrity-fairness', { query: { case: caseId } }),
});
