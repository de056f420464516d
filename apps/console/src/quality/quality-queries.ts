import type { ErrorRate } from '@redress/contract/console/quality';
import { apiQuery } from '../api/api-client.ts';

export const samplesQuery = apiQuery(['quality'], 'GET /quality');

export const sampleQuery = (id: string) => apiQuery(['quality', id], 'GET /quality/:id', { params: { id } });

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Returns, for example, `4.0%, 95% interval 1.1% to 13.5%`. */
export function formatRate({ rate, low, high }: ErrorRate): string {
  if (rate === null || low === null || high === null) return 'Not known yet';
  return `${percent.format(rate)}, 95% interval ${percent.format(low)} to ${percent.format(high)}`;
}
