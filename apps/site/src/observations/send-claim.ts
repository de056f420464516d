import type { FilingObservations } from '@redress/contract/filing-observations';
import type { ApiResult } from '../browser/api-client.ts';
import { type RetryStatus, withRetries } from '../browser/retry.ts';
import type { FillingObserver } from './filling-observer.ts';

/** Returns `withRetries` for a claim. It adds the observations to each attempt. */
export function createClaimSender(observer: FillingObserver) {
  return async <T>(
    post: (observations?: FilingObservations) => Promise<ApiResult<T>>,
    onStatus: (status: RetryStatus) => void,
  ): Promise<ApiResult<T>> => {
    const result = await withRetries(() => post(observer.read()), onStatus);
    if (result.ok) observer.restart();
    return result;
  };
}
