import type { IdRequestState } from '@redress/contract/console/id-requests';
import { callApi } from '../api/api-client.ts';

export const stateNames: Readonly<Record<IdRequestState, string>> = {
  open: 'Open',
  'asked-for-more': 'Asked for more',
  answered: 'Answered',
};

export const idRequestListQuery = (search: string) => ({
  queryKey: ['id-requests', search],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => callApi('GET /id-requests', { search, signal }),
});

export const idRequestQuery = (id: string) => ({
  queryKey: ['id-request', id],
  queryFn: () => callApi('GET /id-requests/:id', { params: { id } }),
});

export const letterListsQuery = {
  queryKey: ['id-letters'],
  queryFn: () => callApi('GET /id-letters'),
} as const;
