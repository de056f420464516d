import { Worker } from 'node:worker_threads';
import type { CheckedFile, ChosenTable } from '@redress/datafiles/report';
import type { DataRules } from '@redress/datafiles/rules';
import type { StoredFile } from '../storage/stored-files.ts';

/** What a thread is to check: plain data. */
export interface CheckOrder {
  readonly file: StoredFile;
  readonly rules: DataRules;
  readonly chosen?: readonly ChosenTable[];
}
export type FromThread = { readonly kind: 'progress' } | { readonly kind: 'checked'; readonly checked: CheckedFile };

export interface ThreadOptions {
  /** The thread's code. */
  readonly thread?: URL;
  /** A thread that is not heard of for so long hangs. */
  readonly silenceMilliseconds?: number;
  /** What goes on for longer, however much it says, would keep all others waiting. */
  readonly longestMilliseconds?: number;
  /** What it may hold on its heap. Bytes outside of the heap are bounded by how files are read. */
  readonly heapMegabytes?: number;
}

/** A check that its file, or our code, brought down. The message names no content of the file. */
export class FailedCheckError extends Error {
  override readonly name = 'FailedCheckError';
}

/**
 * Checks a stored file in a thread of its own, so that the main thread answers requests all the while, and so that a file that makes the check
 * hang, go on for ever or outgrow its memory takes only its thread with it: that rejects with `FailedCheckError`. Rejects with the signal's reason when it is
 * stopped. However it ends, the thread has ended by then.
 */
export async function checkInThread(
  order: CheckOrder,
  signal: AbortSignal,
  options: ThreadOptions = {},
): Promise<CheckedFile> {
  const silenceMilliseconds = options.silenceMilliseconds ?? defaultSilenceMilliseconds;
  signal.throwIfAborted();
  const thread = new Worker(options.thread ?? new URL('./check-worker.ts', import.meta.url), {
    resourceLimits: {
      maxOldGenerationSizeMb: options.heapMegabytes ?? defaultHeapMegabytes,
      maxYoungGenerationSizeMb: youngMegabytes,
    },
  });
  // It keeps no process alive by itself.
  thread.unref();
  let silence: NodeJS.Timeout | undefined;
  let whole: NodeJS.Timeout | undefined;
  let stop = () => {};
  try {
    return await new Promise<CheckedFile>((resolve, reject) => {
      const heard = () => {
        clearTimeout(silence);
        silence = setTimeout(
          () => reject(new FailedCheckError(`the check was silent for ${silenceMilliseconds} ms`)),
          silenceMilliseconds,
        );
        silence.unref();
      };
      const longest = options.longestMilliseconds ?? longestFor(order.file.size);
      whole = setTimeout(() => reject(new FailedCheckError(`the check took more than ${longest} ms`)), longest);
      whole.unref();
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop);
      thread.on('message', (message: FromThread) => {
        heard();
        if (message.kind === 'checked') resolve(message.checked);
      });
      thread.on('error', (error) => reject(new FailedCheckError('the check failed', { cause: error })));
      thread.on('exit', (code) => reject(new FailedCheckError(`the thread of the check ended with ${code}`)));
      heard();
      thread.postMessage(order);
    });
  } finally {
    clearTimeout(silence);
    clearTimeout(whole);
    signal.removeEventListener('abort', stop);
    await thread.terminate();
  }
}

/** Longer than reading any part of a file takes on a busy machine with a slow disk. */
const defaultSilenceMilliseconds = 2 * 60 * 1_000;
/** Some twenty times what is needed: two minutes, and a second for each megabyte. */
function longestFor(bytes: number): number {
  return defaultSilenceMilliseconds + bytes / 1_000;
}
/** Several times what the largest file that we know of takes. */
const defaultHeapMegabytes = 512;
/**
 * What lives for a moment only: rows that were checked. Node would let up to 192 MB of them pile up before it collects them; with this a
 * check of a million rows takes no longer, and a process up to 60 MB less.
 */
const youngMegabytes = 48;
