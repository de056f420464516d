import { apiQuery, callApi } from '../api/api-client.ts';

/** @param search the search parameters of the page */
export const memberListQuery = (search: string) => ({
  queryKey: ['members', search],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    callApi('POST /members/search', { body: Object.fromEntries(new URLSearchParams(search)), signal }),
});

export const memberStatesQuery = {
  ...apiQuery(['members', 'states'], 'GET /members/states'),
  staleTime: 10 * 60_000,
} as const;

export const waitingAddressesQuery = apiQuery(['members', 'waiting-addresses'], 'GET /members/waiting-addresses');

export const memberQuery = (noticeId: string) =>
  apiQuery(['member', noticeId], 'GET /members/:noticeId', { params: { noticeId } });
