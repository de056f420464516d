import { type ByteSource, throwIfAborted } from '../byte-source.ts';
import { type OpenedCheckOptions, checkOpenedFile } from './check-file.ts';
import type { YieldTurn } from './read-table.ts';
import { openDataFile } from '../read/open-data-file.ts';
import type { CheckedFile } from '../report.ts';

export interface CheckOptions extends Pick<
  OpenedCheckOptions,
  'rules' | 'chosen' | 'formats' | 'onFaultyRow' | 'onSketch'
> {
  /** Called at most a few times a second. */
  readonly onProgress?: (progress: CheckProgress) => void;
  readonly signal?: AbortSignal;
}
export interface CheckProgress {
  readonly bytesRead: number;
  readonly bytes: number;
  readonly rows: number;
}

/**
 * Checks a file of purchases or membership data in one pass, rarely two, and with bounded memory.
 * Never throws for the content of a file. Rejects if the source cannot be read, and with the
 * signal's reason if it is aborted.
 */
export async function checkDataFile(source: ByteSource, options: CheckOptions): Promise<CheckedFile> {
  const { rules, signal } = options;
  const opened = await openDataFile(source, rules, signal);
  throwIfAborted(signal);
  const checked = await checkOpenedFile(opened, {
    ...options,
    bytes: source.size,
    yieldTurn: createYieldTurn(source.size, options),
  });
  throwIfAborted(signal);
  return checked;
}

/** Progress is reported this often. No other task waits longer for its turn. */
const turnMilliseconds = 200;

function createYieldTurn(bytes: number, { onProgress, signal }: CheckOptions): YieldTurn {
  let last = Date.now();
  return (bytesRead, rows) => {
    throwIfAborted(signal);
    const now = Date.now();
    if (now - last < turnMilliseconds) return undefined;
    last = now;
    onProgress?.({ bytesRead: Math.min(bytesRead, bytes), bytes, rows });
    return new Promise((resolve) => setTimeout(resolve, 0));
  };
}
