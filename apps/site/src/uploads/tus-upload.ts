import { languageHeader, xsrfHeader } from '@redress/contract/http-headers';
import type { ChosenTable } from '@redress/datafiles/report';
import { DetailedError, Upload } from 'tus-js-client';
import { pageLanguage, readXsrfToken } from '../browser/api-client.ts';
import { watchConnection } from './whole-upload.ts';

export interface UploadSource {
  readonly file: File;
  readonly claimNumber: string;
  /** The claimant's corrections of how to read the file's tables. */
  readonly chosen: readonly ChosenTable[] | undefined;
  /** With it, an upload whose address was lost with the answer is not created twice. */
  readonly key: string;
}

/** The server's error response, or status 0 if the connection was lost. */
interface Interruption {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | null;
}

/** Small enough for the limits of proxies, large enough to keep the cost per request low. */
const chunkBytes = 8 * 1024 * 1024;

/** Sends chunks until the upload, which it creates without `url`, is complete or interrupted. */
export function attemptUpload(
  { file, claimNumber, chosen, key }: UploadSource,
  url: string | undefined,
  onUrl: (path: string) => void,
  onProgress: (bytesSent: number) => void,
  signal: AbortSignal,
): Promise<Interruption | 'complete'> {
  return new Promise((resolve) => {
    let isOver = false;
    const end = (result: Interruption | 'complete') => {
      if (isOver) return;
      isOver = true;
      watch.stop();
      resolve(result);
    };
    const interrupt = () => {
      void upload.abort();
      end({ status: 0, body: '', retryAfter: null });
    };
    const watch = watchConnection(signal, interrupt);

    const upload = new Upload(file, {
      // With an endpoint, tus-js-client would restart an upload whose offset it cannot read.
      ...(url === undefined ? { endpoint: new URL('/api/uploads', location.href).href } : { uploadUrl: url }),
      chunkSize: chunkBytes,
      // The caller retries.
      retryDelays: null,
      // `pending-uploads.ts` stores the data for resuming.
      storeFingerprintForResuming: false,
      metadata: {
        claimnumber: claimNumber,
        filename: file.name,
        key,
        ...(chosen ? { chosen: JSON.stringify(chosen) } : {}),
      },
      async onBeforeRequest(request) {
        request.setHeader(languageHeader, pageLanguage());
        request.setHeader(xsrfHeader, await readXsrfToken());
        // The attempt may have ended while the token was requested.
        if (isOver) throw new Error('The attempt is over');
      },
      onUploadUrlAvailable() {
        // Stores only the path, because behind a load balancer a server may not know its public
        // origin.
        if (upload.url !== null) upload.url = new URL(upload.url, location.href).pathname;
        onUrl(upload.url ?? '');
      },
      onProgress(bytes) {
        if (isOver) return;
        watch.noteProgress();
        onProgress(bytes);
      },
      onSuccess: () => end('complete'),
      onError(error) {
        const response = error instanceof DetailedError ? error.originalResponse : null;
        end({
          status: response?.getStatus() ?? 0,
          body: response?.getBody() ?? '',
          retryAfter: response?.getHeader('retry-after') ?? null,
        });
      },
    });
    if (signal.aborted) interrupt();
    else upload.start();
  });
}
