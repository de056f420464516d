import { callApi } from './api-client.ts';

/** What waits for the person: one request for the navigation and the first screen. */
export const workQuery = {
  queryKey: ['work'],
  queryFn: () => callApi('GET /work'),
  refetchInterval: 30_000,
} as const;
