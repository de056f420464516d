import { type ClaimListQuery, viewOf, writeClaimListQuery } from '@redress/contract/console/claim-list';
import { apiQuery } from '../api/api-client.ts';

/** Fetches a page. It refreshes only on request, so that no row moves under the pointer. */
export const claimListQuery = (query: ClaimListQuery) => {
  const { column: _column, ...asked } = query;
  const search = writeClaimListQuery(asked);
  return {
    ...apiQuery(['claims', 'list', search], 'GET /claims', { search }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  } as const;
};

const pollMilliseconds = 15_000;

/** Counts claims received since the newest one in the list. Polls while the tab is visible. */
export const newerClaimsQuery = (query: ClaimListQuery, newest: string | undefined) => {
  const search = writeClaimListQuery(viewOf(query));
  return {
    ...apiQuery(['claims', 'newer', search, newest], 'GET /claims/newer', { search: `${search}&than=${newest}` }),
    enabled: newest !== undefined,
    refetchInterval: pollMilliseconds,
    // A failed request is not worth a message.
    retry: false,
  } as const;
};

export const claimOptionsQuery = {
  ...apiQuery(['claims', 'options'], 'GET /claims/options'),
  staleTime: 300_000,
} as const;

export const savedViewsQuery = {
  ...apiQuery(['claims', 'saved-views'], 'GET /saved-views'),
  staleTime: 60_000,
} as const;
