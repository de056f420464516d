import type { ByteSource } from './byte-source.ts';
import type { CheckedFile, ChosenTable, FaultyRow } from './report.ts';
import type { DataRules } from './rules.ts';

export interface CheckOptions {
  readonly rules: DataRules;
  /** How the filer says that tables are to be read. */
  readonly chosen?: readonly ChosenTable[];
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
 * Checks a file of purchases or membership data, in one pass and with bounded memory, whatever its size. Never throws for what stands in a
 * file; rejects when the source cannot be read, and with the signal's reason when it is stopped.
 */
export function checkDataFile(source: ByteSource, options: CheckOptions): Promise<CheckedFile> {
  throw new Error(`not built: ${source.name} ${options.rules.period.from}`);
}
