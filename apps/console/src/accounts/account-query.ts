import { apiQuery } from '../api/api-client.ts';

export const accountQuery = apiQuery(['account'], 'GET /account');
