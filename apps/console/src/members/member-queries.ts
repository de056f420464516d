import type { Member, MemberList, MemberStates, WaitingAddresses } from '@redress/contract/console/members';
import { callApi } from '../api/api-client.ts';

/** @param search the search parameters of the page */
export const memberListQuery = (search: string) => ({
  queryKey: ['members', search],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    callApi<MemberList>('/members/search', {
      method: 'POST',
      body: Object.fromEntries(new URLSearchParams(search)),
      signal,
    }),
});

export const memberStatesQuery = {
  queryKey: ['members', 'states'],
  queryFn: () => callApi<MemberStates>('/members/states'),
  staleTime: 10 * 60_000,
} as const;

export const waitingAddressesQuery = {
  queryKey: ['members', 'waiting-addresses'],
  queryFn: () => callApi<WaitingAddresses>('/members/waiting-addresses'),
} as const;

export const memberQuery = (noticeId: string) => ({
  queryKey: ['member', noticeId],
  queryFn: () => callApi<Member>(`/members/${encodeURIComponent(noticeId)}`),
});
