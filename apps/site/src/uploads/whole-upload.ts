import type { FileResult } from '@redress/contract/uploads';
import { languageHeader, xsrfHeader } from '@redress/contract/http-headers';
import { type ApiResult, offline, pageLanguage, readResponse, withXsrfToken } from '../browser/api-client.ts';
import { readFileResult } from '../browser/read-responses.ts';

/** Without progress for this long, the connection counts as dead. */
const stalledMs = 90_000;
/** The same limit after the device slept or changed its network. */
const stalledOnReturnMs = 8_000;

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
      const watch = watchConnection(signal, () => request.abort());
      request.onloadend = watch.stop;
      request.open('POST', `/api/${resource}/SubmitDocuments?claimnumber=${encodeURIComponent(claimNumber)}`);
      request.setRequestHeader('accept', 'application/json');
      request.setRequestHeader(languageHeader, pageLanguage());
      request.setRequestHeader(xsrfHeader, token);
      request.upload.onprogress = (event) => {
        watch.noteProgress();
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

/**
 * Calls `interrupt` once `signal` aborts, the device goes offline, or nothing has moved for too long.
 */
export function watchConnection(signal: AbortSignal, interrupt: () => void) {
  let lastProgressAt = Date.now();
  const isStalled = (ms: number) => Date.now() - lastProgressAt > ms;
  const onReturn = () => {
    if (document.visibilityState === 'visible' && isStalled(stalledOnReturnMs)) interrupt();
  };
  const listeners: readonly (readonly [EventTarget, string, () => void])[] = [
    [signal, 'abort', interrupt],
    [window, 'offline', interrupt],
    [document, 'visibilitychange', onReturn],
    [window, 'online', onReturn],
    [window, 'pageshow', onReturn],
  ];
  for (const [target, type, listener] of listeners) target.addEventListener(type, listener);
  const watchdog = setInterval(() => {
    if (isStalled(stalledMs)) interrupt();
  }, 5_000);
  return {
    noteProgress() {
      lastProgressAt = Date.now();
    },
    stop() {
      clearInterval(watchdog);
      for (const [target, type, listener] of listeners) target.removeEventListener(type, listener);
    },
  };
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
