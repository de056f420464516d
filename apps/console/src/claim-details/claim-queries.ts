import { ApiError, callApi } from '../api/api-client.ts';
import { forgetMilliseconds } from './claim-look.ts';

const pathOf = (number: string) => `/claims/${encodeURIComponent(number)}`;

export const dataReportsQuery = (number: string) => ({
  queryKey: ['claim', number, 'data-checks'],
  queryFn: () => callApi('GET /claims/:number/data-checks', { params: { number } }),
  gcTime: forgetMilliseconds,
  staleTime: Infinity,
});

export const receiptMailQuery = (number: string) => ({
  queryKey: ['claim', number, 'receipt-mail'],
  queryFn: () => callApi('GET /claims/:number/receipt-mail', { params: { number } }),
  gcTime: forgetMilliseconds,
  staleTime: Infinity,
});

/** Checks for changes since a version. It does not trigger a sign-in by itself. */
export async function fetchVersion(number: string, known: string): Promise<string> {
  try {
    const headers = { 'if-none-match': `"${known}"` };
    return (await callApi('GET /claims/:number/version', { params: { number }, headers, isAsking: false })).version;
  } catch (error) {
    if (error instanceof ApiError && error.status === 304) return known;
    throw error;
  }
}

export const documentAddress = (number: string, id: string): string => `/api/console${pathOf(number)}/documents/${id}`;

export const receiptAddress = (number: string): string => `/api/console${pathOf(number)}/receipt.pdf`;

/** The bytes of a document for its preview. */
export const fetchDocument = (number: string, id: string, signal: AbortSignal): Promise<ArrayBuffer> =>
  callApi('GET /claims/:number/documents/:id/preview', { params: { number, id }, as: 'bytes', signal });
