import { callApi } from '../api/api-client.ts';

export const accountQuery = { queryKey: ['account'], queryFn: () => callApi('GET /account') } as const;
