import type { FileResult } from '@redress/contract/uploads';
import { languageHeader, xsrfHeader } from '@redress/contract/http-headers';
import { type ApiResult, offline, pageLanguage, readResponse, withXsrfToken } from '../browser/api-client.ts';
import { readFileResult } from '../browser/read-responses.ts';

/** Uses XMLHttpRequest, because fetch reports no upload progress. `onProgress` gets 0 to 1. */
export function uploadWhole(
  resource: string,
  claimNumber: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ApiResult<FileResult>> {
  const send = (token: string): Promise<ApiResult<FileResult>> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve(offline);
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      signal.addEventListener('abort', abort);
      request.onloadend = () => signal.removeEventListener('abort', abort);
      request.open('POST', `/api/${resource}/SubmitDocuments?claimnumber=${encodeURIComponent(claimNumber)}`);
      request.setRequestHeader('accept', 'application/json');
      request.setRequestHeader(languageHeader, pageLanguage());
      request.setRequestHeader(xsrfHeader, token);
      request.upload.onprogress = (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      };
      request.onload = () => {
        const { status, responseText } = request;
        resolve(readResponse(status, responseText, request.getResponseHeader('retry-after'), readFileResult));
      };
      request.onerror = () => resolve(offline);
      request.onabort = () => resolve(offline);
      const body = new FormData();
      body.append('files', file, file.name);
      request.send(body);
    });
  return withXsrfToken(send);
}

/** False if the file changed after it was chosen, or a phone has discarded it. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    // Safari 13 has no arrayBuffer() on files.
    await new Response(file.slice(0, 1)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
