import type { FilingObservations } from '@redress/contract/filing-observations';
import { observationsField } from '@redress/contract/observations';
import type { ApiResult } from '../browser/api-client.ts';
import { type RetryStatus, withRetries } from '../browser/retry.ts';
import type { FillingObserver } from './filling-observer.ts';

/** Returns `withRetries` for a claim, which adds what was observed to each attempt. */
export function createClaimSender(observer: FillingObserver) {
  return async <T>(
    post: (observations?: FilingObservations) => Promise<ApiResult<T>>,
    onStatus: (status: RetryStatus) => void,
  ): Promise<ApiResult<T>> => {
    const result = await withRetries(async () => {
      const first = await post(observer.read());
      // During an upgrade, a server of the former release takes them for an unknown answer.
      const isUnknown = !first.ok && first.errors.some(({ field }) => field === observationsField);
      return isUnknown ? post() : first;
    }, onStatus);
    if (result.ok) observer.restart();
    return result;
  };
}
