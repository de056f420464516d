import { ApiError, apiQuery, callApi, loggedQuery } from '../api/api-client.ts';

const pathOf = (number: string) => `/claims/${encodeURIComponent(number)}`;

export const dataReportsQuery = (number: string) => ({
  ...apiQuery(['claim', number, 'data-checks'], 'GET /claims/:number/data-checks', { params: { number } }),
  ...loggedQuery,
});

export const receiptMailQuery = (number: string) => ({
  ...apiQuery(['claim', number, 'receipt-mail'], 'GET /claims/:number/receipt-mail', { params: { number } }),
  ...loggedQuery,
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
