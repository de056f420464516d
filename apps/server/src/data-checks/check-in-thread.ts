import { Worker } from 'node:worker_threads';
import type { CheckedFile, ChosenTable } from '@redress/datafiles/report';
import type { DataRules } from '@redress/datafiles/rules';
import type { StoredFile } from '../storage/stored-files.ts';

/** What a thread checks, as plain data. */
export interface CheckRequest {
  readonly file: StoredFile;
  readonly rules: DataRules;
  readonly chosen?: readonly ChosenTable[];
}
/** What a thread sends back. */
export type CheckMessage = { readonly kind: 'progress' } | { readonly kind: 'checked'; readonly checked: CheckedFile };

export interface ThreadOptions {
  /** The thread's code. */
  readonly thread?: URL;
  /** A thread that sends nothing for this long is stuck. */
  readonly silenceMilliseconds?: number;
  /** A check that takes longer, even with progress, would keep all others waiting. */
  readonly maxMilliseconds?: number;
  /** Its heap only: by default several times what the largest known file needs. */
  readonly heapMegabytes?: number;
}

/** More than it takes to read any part of a file from a slow disk on a busy machine. */
const defaultSilenceMilliseconds = 2 * 60 * 1_000;
/** About twenty times what a check needs. */
const millisecondsPerMegabyte = 1_000;
/**
 * For short-lived objects, such as checked rows. Node would collect them at 192 MB; with 48 MB a
 * check of a million rows takes as long, and the process uses up to 60 MB less.
 */
const youngGenerationMegabytes = 48;

/** The file, or our code, made a check fail. The message contains nothing from the file. */
export class FailedCheckError extends Error {
  override readonly name = 'FailedCheckError';
}

/**
 * Checks a stored file in a worker thread. The main thread keeps answering requests, and a file
 * that hangs the check or exhausts its memory ends only the thread. The thread has ended when this
 * settles.
 * @throws FailedCheckError
 * @throws the reason of `signal`, when it is aborted
 */
export async function checkInThread(
  request: CheckRequest,
  signal: AbortSignal,
  options: ThreadOptions = {},
): Promise<CheckedFile> {
  const {
    thread: code = new URL('./check-thread.ts', import.meta.url),
    silenceMilliseconds = defaultSilenceMilliseconds,
    maxMilliseconds = defaultSilenceMilliseconds + (request.file.size / 1e6) * millisecondsPerMegabyte,
    heapMegabytes = 512,
  } = options;
  signal.throwIfAborted();
  const thread = new Worker(code, {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: youngGenerationMegabytes },
  });
  // The thread alone does not keep the process alive.
  thread.unref();
  let silenceTimer: NodeJS.Timeout | undefined;
  let maxTimer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  try {
    return await new Promise<CheckedFile>((resolve, reject) => {
      const failAfter = (milliseconds: number, message: string) =>
        setTimeout(() => reject(new FailedCheckError(`${message} ${milliseconds} ms`)), milliseconds).unref();
      const restartSilence = () => {
        clearTimeout(silenceTimer);
        silenceTimer = failAfter(silenceMilliseconds, 'the check was silent for');
      };
      maxTimer = failAfter(maxMilliseconds, 'the check took more than');
      onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort);
      thread.on('message', (message: CheckMessage) => {
        restartSilence();
        if (message.kind === 'checked') resolve(message.checked);
      });
      thread.on('error', (error) => reject(new FailedCheckError('the check failed', { cause: error })));
      thread.on('exit', (exitCode) => reject(new FailedCheckError(`the thread of the check ended with ${exitCode}`)));
      restartSilence();
      thread.postMessage(request);
    });
  } finally {
    clearTimeout(silenceTimer);
    clearTimeout(maxTimer);
    signal.removeEventListener('abort', onAbort);
    await thread.terminate();
  }
}
