import { apiQuery } from './api-client.ts';

/** Fetches once, for the navigation and the first screen, the counts of open work. */
export const workQuery = {
  ...apiQuery(['work'], 'GET /work'),
  refetchInterval: 30_000,
} as const;
