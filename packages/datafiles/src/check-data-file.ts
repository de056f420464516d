import type { ByteSource } from './byte-source.ts';
import type { TakeTurn } from './check/check-opened-file.ts';
import { checkOpenedFile } from './check/check-opened-file.ts';
import { openDataFile } from './read/open-data-file.ts';
import type { CheckedFile, ChosenTable, FaultyRow, ValueFormats } from './report.ts';
import type { DataRules } from './rules.ts';

export interface CheckOptions {
  readonly rules: DataRules;
  /** How the filer says that tables are to be read. */
  readonly chosen?: readonly ChosenTable[];
  /** How all tables are written, except those of which `chosen` says it. */
  readonly formats?: ValueFormats;
  /** Called some times a second at most. */
  readonly onProgress?: (progress: CheckProgress) => void;
  /** Called for each row of a kept finding but a note, as far as findings are kept. */
  readonly onFaultyRow?: (row: FaultyRow) => void;
  readonly signal?: AbortSignal;
}
export interface CheckProgress {
  readonly bytesRead: number;
  readonly bytes: number;
  readonly rows: number;
}

/**
 * Checks a file of purchases or membership data, in one pass, seldom in two, and with bounded
 * memory, whatever its size. Never throws for what stands in a file; rejects when the source cannot
 * be read, and with the signal's reason when it is stopped.
 */
export async function checkDataFile(source: ByteSource, options: CheckOptions): Promise<CheckedFile> {
  const { rules, signal } = options;
  stopIfAborted(signal);
  const opened = await openDataFile(source, rules, signal);
  stopIfAborted(signal);
  const checked = await checkOpenedFile(opened, {
    ...options,
    bytes: source.size,
    takeTurn: takeTurns(source.size, options),
  });
  stopIfAborted(signal);
  return checked;
}

/** Between two reports of progress, and the longest time for which nobody else has a turn. */
const turnMilliseconds = 200;

function takeTurns(bytes: number, { onProgress, signal }: CheckOptions): TakeTurn {
  let last = Date.now();
  return (bytesRead, rows) => {
    stopIfAborted(signal);
    const now = Date.now();
    if (now - last < turnMilliseconds) return undefined;
    last = now;
    onProgress?.({ bytesRead: Math.min(bytesRead, bytes), bytes, rows });
    return new Promise((resolve) => setTimeout(resolve, 0));
  };
}

function stopIfAborted(signal: AbortSignal | undefined): void {
  // Older browsers stop without a reason.
  if (signal?.aborted) throw signal.reason ?? new Error('The check was stopped.');
}
