import type { ChosenTable } from '@redress/datafiles/report';
import { languageHeader, xsrfHeader } from '@redress/contract/http-headers';
import { DetailedError, Upload } from 'tus-js-client';
import { pageLanguage, xsrfToken } from '../browser/api-client.ts';

/** What is sent in pieces, and for which claim. */
export interface PiecesToSend {
  readonly file: File;
  readonly claimNumber: string;
  /** How its tables are to be read, where the filer has said it. */
  readonly chosen: readonly ChosenTable[] | undefined;
}

/** One try ended: all bytes are there, the server answered something else, or the line broke (status 0). */
export type AttemptEnd =
  | { readonly name: 'sent' }
  | { readonly name: 'broken'; readonly status: number; readonly body: string; readonly retryAfter: string | null };

export interface AttemptEvents {
  /** The path under which the pieces go. */
  readonly onUrl: (url: string) => void;
  /** Bytes that have gone out; what of them has arrived is known only at the end of a piece. */
  readonly onProgress: (bytes: number) => void;
}

/** Small enough for what stands between a browser and the server, large enough that asking costs little. */
const pieceBytes = 8 * 1024 * 1024;
/** A line on which nothing has moved for so long is dead, though the browser does not say so. */
const deadAfterMs = 90_000;
/** The same after the device has slept or changed its network. */
const deadOnReturnMs = 8_000;

/**
 * Sends pieces until all are there or something goes wrong: one connection's worth. Without `url` it begins anew. A try that `signal` ends
 * counts as broken.
 */
export function tryToSend(
  { file, claimNumber, chosen }: PiecesToSend,
  url: string | undefined,
  { onUrl, onProgress }: AttemptEvents,
  signal: AbortSignal,
): Promise<AttemptEnd> {
  return new Promise((resolve) => {
    let movedAt = Date.now();
    let isOver = false;
    const end = (result: AttemptEnd) => {
      if (isOver) return;
      isOver = true;
      clearInterval(watch);
      signal.removeEventListener('abort', breakOff);
      removeEventListener('offline', breakOff);
      for (const event of returns) event.target.removeEventListener(event.type, onReturn);
      resolve(result);
    };
    const breakOff = () => {
      void upload.abort();
      end({ name: 'broken', status: 0, body: '', retryAfter: null });
    };
    const isStill = (ms: number) => Date.now() - movedAt > ms;
    const onReturn = () => {
      if (document.visibilityState === 'visible' && isStill(deadOnReturnMs)) breakOff();
    };
    const returns = [
      { target: document, type: 'visibilitychange' },
      { target: window, type: 'online' },
      { target: window, type: 'pageshow' },
    ];
    const watch = setInterval(() => {
      if (isStill(deadAfterMs)) breakOff();
    }, 5_000);

    const upload = new Upload(file, {
      // With an endpoint the client would begin anew whenever it cannot ask how far it is.
      ...(url === undefined ? { endpoint: new URL('/api/uploads', location.href).href } : { uploadUrl: url }),
      chunkSize: pieceBytes,
      // When to try again is decided by whoever calls this.
      retryDelays: null,
      // What is known of an upload is kept by `pending-uploads.ts`.
      storeFingerprintForResuming: false,
      metadata: {
        claimnumber: claimNumber,
        filename: file.name,
        ...(chosen ? { chosen: JSON.stringify(chosen) } : {}),
      },
      async onBeforeRequest(request) {
        request.setHeader(languageHeader, pageLanguage());
        request.setHeader(xsrfHeader, await xsrfToken());
        // Waiting for the token, the try may have ended: nothing may be sent then.
        if (isOver) throw new Error('The try has ended');
      },
      onUploadUrlAvailable() {
        // Only the path: behind a balancer a server may not know how it is reached.
        if (upload.url !== null) upload.url = new URL(upload.url, location.href).pathname;
        onUrl(upload.url ?? '');
      },
      onProgress(bytes) {
        if (isOver) return;
        movedAt = Date.now();
        onProgress(bytes);
      },
      onSuccess: () => end({ name: 'sent' }),
      onError(error) {
        const response = error instanceof DetailedError ? error.originalResponse : null;
        end({
          name: 'broken',
          status: response?.getStatus() ?? 0,
          body: response?.getBody() ?? '',
          retryAfter: response?.getHeader('retry-after') ?? null,
        });
      },
    });
    signal.addEventListener('abort', breakOff);
    addEventListener('offline', breakOff);
    for (const event of returns) event.target.addEventListener(event.type, onReturn);
    if (signal.aborted) breakOff();
    else upload.start();
  });
}
