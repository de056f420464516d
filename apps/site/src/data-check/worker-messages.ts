import type { Language } from '@redress/contract/language';
import type { CheckProgress } from '@redress/datafiles/check-data-file';
import type { CheckedFile, ChosenTable } from '@redress/datafiles/report';
import type { DataRules } from '@redress/datafiles/rules';

/** What a page says to the worker that checks one file. */
export type ToWorker =
  | {
      readonly type: 'check';
      readonly file: File;
      readonly rules: DataRules;
      readonly chosen: readonly ChosenTable[] | undefined;
    }
  /** The workbook of the last result. */
  | { readonly type: 'make-workbook'; readonly language: Language };

/** What the worker says back. The rows to mend stay with it: they may hold tax IDs, and only the workbook needs them. */
export type FromWorker =
  | { readonly type: 'progress'; readonly progress: CheckProgress }
  | { readonly type: 'result'; readonly result: CheckedFile }
  | { readonly type: 'failed' }
  /** Without bytes when it could not be made. */
  | { readonly type: 'workbook'; readonly bytes?: Uint8Array<ArrayBuffer> };
