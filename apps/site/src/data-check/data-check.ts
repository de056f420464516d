import type { CheckProgress } from '@redress/datafiles/check-data-file';
import type { CheckedFile, ChosenTable } from '@redress/datafiles/report';

/** The check of one chosen file, beside the page: kept outside the components, so that it outlives a redraw. Filing never waits for it. */
export interface DataCheck {
  readonly file: File;
  subscribe(listener: () => void): () => void;
  /** The same object until something changes. */
  state(): DataCheckState;
  /** How the filer said that the tables are to be read; `undefined` as long as nothing was corrected. To be sent with the file. */
  chosen(): readonly ChosenTable[] | undefined;
  /** Checks the file anew, reading its tables so; without tables as it was read at first. */
  correct(chosen: readonly ChosenTable[] | undefined): void;
  /** Ends the check and its worker, whatever they are doing: by the filer's wish, and when the file is removed. */
  stop(): void;
  /** Checks again after `stop` or a failure. */
  start(): void;
  /** The findings and the rows to mend as a spreadsheet (.xlsx); `undefined` when it cannot be made any more. */
  makeWorkbook(): Promise<Blob | undefined>;
}

export type DataCheckState =
  /** `progress` is absent as long as another file has its turn. */
  | { readonly name: 'checking'; readonly progress?: ShownProgress }
  | { readonly name: 'checked'; readonly result: CheckedFile }
  | { readonly name: 'stopped' }
  /** The browser cannot do it, or the file can no longer be read: the server checks it after filing. */
  | { readonly name: 'failed' };

export interface ShownProgress extends CheckProgress {
  /** Since the beginning of this check. */
  readonly rowsPerSecond: number;
}
