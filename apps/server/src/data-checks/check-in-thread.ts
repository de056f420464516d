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

export interface ThreadOptions {
  /** The thread's code. */
  readonly thread?: URL;
  /** A check that takes longer is stuck, or would keep all others waiting. */
  readonly maxMilliseconds?: number;
  /** Its heap only: by default several times what the largest known file needs. */
  readonly heapMegabytes?: number;
}

/** More than it takes to read any part of a file from a slow disk on a busy machine. */
const minMilliseconds = 2 * 60 * 1_000;
/** About ten times what a check needs. */
const millisecondsPerMegabyte = 500;
/**
 * For short-lived objects, such as checked rows. Node would collect them at 192 MB; with 48 MB a
 * check of a million rows takes as long, and the process uses up to 60 MB less.
 */
const youngGenerationMegabytes = 48;

/**
 * Checks a stored file in a worker thread. The main thread keeps answering requests, and a file
 * that hangs the check or exhausts its memory ends only the thread. The thread has ended when this
 * settles.
 * @throws the reason of `signal`, or an error that contains nothing from the file
 */
export async function checkInThread(
  request: CheckRequest,
  signal: AbortSignal,
  options: ThreadOptions = {},
): Promise<CheckedFile> {
  const {
    thread: code = new URL('./check-thread.ts', import.meta.url),
    maxMilliseconds = minMilliseconds + (request.file.size / 1e6) * millisecondsPerMegabyte,
    heapMegabytes = 512,
  } = options;
  signal.throwIfAborted();
  const thread = new Worker(code, {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: youngGenerationMegabytes },
  });
  // The thread alone does not keep the process alive.
  thread.unref();
  const { promise, resolve, reject } = Promise.withResolvers<CheckedFile>();
  const fail = (message: string, cause?: unknown) => reject(new Error(message, { cause }));
  const timer = setTimeout(fail, maxMilliseconds, `the check took more than ${maxMilliseconds} ms`).unref();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  thread.on('message', resolve);
  thread.on('error', (error) => fail('the check failed', error));
  thread.on('exit', (exitCode) => fail(`the thread of the check ended with ${exitCode}`));
  thread.postMessage(request);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    await thread.terminate();
  }
}
