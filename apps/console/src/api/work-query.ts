import { callApi } from './api-client.ts';

/** Asks once, for the navigation and the first screen, what waits for the person. */
export const workQuery = {
  queryKey: ['work'],
  queryFn: () => callApi('GET /work'),
  refetchInterval: 30_000,
} as const;
