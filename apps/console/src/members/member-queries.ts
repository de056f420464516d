import { callApi } from '../api/api-client.ts';

/** @param search the search parameters of the page */
export const memberListQuery = (search: string) => ({
  queryKey: ['members', search],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    callApi('POST /members/search', { body: Object.fromEntries(new URLSearchParams(search)), signal }),
});

export const memberStatesQuery = {
  queryKey: ['members', 'states'],
  queryFn: () => callApi('GET /members/states'),
  staleTime: 10 * 60_000,
} as const;

export const waitingAddressesQuery = {
  queryKey: ['members', 'waiting-addresses'],
  queryFn: () => callApi('GET /members/waiting-addresses'),
} as const;

export const memberQuery = (noticeId: string) => ({
  queryKey: ['member', noticeId],
  queryFn: () => callApi('GET /members/:noticeId', { params: { noticeId } }),
});
