import type { Allocation, OpenClaimKind } from '@redress/contract/console/allocations';
import { callApi } from '../api/api-client.ts';

const pollMilliseconds = 1_000;
/** Polls while a request waits for its approval. */
const askingMilliseconds = 10_000;

/** Whether a job computes it, or makes its claims final. */
const isRunning = ({ status, problem, finalizedAt }: Allocation): boolean =>
  status === 'draft' ? problem === null : status === 'frozen' && finalizedAt === null;

const pollFor = (allocations: readonly Allocation[]) =>
  allocations.some(isRunning)
    ? pollMilliseconds
    : allocations.some(({ status }) => status === 'asked') && askingMilliseconds;

/** Every query about allocations begins with this key. */
export const allocationsKey = { queryKey: ['allocations'] } as const;

/** @param fund empty for all funds */
export const allocationsQuery = (fund: string) => ({
  queryKey: [...allocationsKey.queryKey, 'list', fund],
  queryFn: () => callApi('GET /allocations', { query: fund === '' ? {} : { fund } }),
  refetchInterval: ({ state }: { readonly state: { readonly data?: { allocations: Allocation[] } | undefined } }) =>
    pollFor(state.data?.allocations ?? []),
});

export const allocationQuery = (id: string) => ({
  queryKey: [...allocationsKey.queryKey, id],
  queryFn: () => callApi('GET /allocations/:id', { params: { id } }),
  refetchInterval: ({ state }: { readonly state: { readonly data?: Allocation | undefined } }) =>
    pollFor(state.data ? [state.data] : []),
});

/** Claims are decided, letters mailed and disputes over while the screen is open. */
const openClaimsMilliseconds = 60_000;

/** @param page of one kind: the claims after a number */
export const openClaimsQuery = (id: string, page?: { readonly kind: OpenClaimKind; readonly after: string }) => ({
  queryKey: [...allocationsKey.queryKey, id, 'open-claims', page],
  queryFn: () => callApi('GET /allocations/:id/open-claims', { params: { id }, query: page ?? {} }),
  refetchInterval: openClaimsMilliseconds,
});

/** Asks who gets more or less than in another scenario. Computed scenarios never change. */
export const changesQuery = (id: string, from: string) => ({
  queryKey: [...allocationsKey.queryKey, id, 'changes', from],
  queryFn: () => callApi('GET /allocations/:id/changes', { params: { id }, query: { from } }),
  staleTime: Infinity,
});
