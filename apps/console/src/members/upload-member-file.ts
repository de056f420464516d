import { type MemberImport, memberFileChunkBytes } from '@redress/contract/console/member-imports';
import { ApiError, callApi } from '../api/api-client.ts';

/** The files of imports that this tab is uploading. A reload loses them. */
export const chosenFiles = new Map<string, File>();

/** Milliseconds before each retry; the last one repeats. */
const retryDelays = [500, 1_000, 2_000, 5_000, 10_000];

interface UploadEvents {
  readonly onProgress: (sent: MemberImport) => void;
  /** The connection is lost or the server is busy, and the upload retries by itself. */
  readonly onStalled: (isStalled: boolean) => void;
}

/**
 * Sends the rest of a file in chunks, and resumes after lost connections.
 * @throws ApiError when the server rejects the file
 */
export async function uploadMemberFile(
  started: MemberImport,
  file: Blob,
  { onProgress, onStalled }: UploadEvents,
  signal: AbortSignal,
): Promise<void> {
  let current = started;
  for (let failures = 0; current.status === 'arriving';) {
    const offset = current.arrivedBytes;
    try {
      current = await callApi('PATCH /member-imports/:id', {
        params: { id: started.id },
        headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        bytes: file.slice(offset, offset + memberFileChunkBytes),
        signal,
      });
      failures = 0;
      onStalled(false);
    } catch (error) {
      if (!isPassing(error)) throw error;
      onStalled(true);
      await wait(retryDelays[Math.min(failures, retryDelays.length - 1)] ?? 0, signal);
      failures += 1;
      // Asks how much had arrived when the connection broke.
      current = await callApi('GET /member-imports/:id', { params: { id: started.id }, signal }).then(
        (answer) => answer.import,
        (again: unknown) => {
          if (!isPassing(again)) throw again;
          return current;
        },
      );
    }
    onProgress(current);
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'offline' || error.status >= 500 || error.code === 'wrong-offset');

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    });
  });
}
