import type { IdRequestState } from '@redress/contract/console/id-requests';
import { apiQuery, callApi } from '../api/api-client.ts';

export const stateNames: Readonly<Record<IdRequestState, string>> = {
  open: 'Open',
  'asked-for-more': 'Asked for more',
  answered: 'Answered',
};

export const idRequestListQuery = (search: string) => ({
  queryKey: ['id-requests', search],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => callApi('GET /id-requests', { search, signal }),
});

export const idRequestQuery = (id: string) => apiQuery(['id-request', id], 'GET /id-requests/:id', { params: { id } });

export const letterListsQuery = apiQuery(['id-letters'], 'GET /id-letters');
