import { callApi } from '../api/api-client.ts';

export const fundsQuery = { queryKey: ['funds'], queryFn: () => callApi('GET /funds') } as const;

/** @param asOf the last day that counts; empty for today */
export const fundQuery = (id: string, asOf: string) => ({
  queryKey: [...fundsQuery.queryKey, id, asOf],
  queryFn: () => callApi('GET /funds/:id', { params: { id }, query: asOf === '' ? {} : { asOf } }),
});
