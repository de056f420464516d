import type { ClaimForm } from '@redress/forms/definition';
import type { ComponentType } from 'react';
import type { FormStore } from '../fields/form-store.ts';
import type { DataCheck } from './data-check.ts';
import type { DataReport } from '@redress/datafiles/report';

/** Checks data files on a form. It loads when a claimant chooses the first data file. */
export interface DataChecker {
  /** Starts when all earlier checks have ended. */
  startCheck(file: File): DataCheck;
  /** The progress or results of one file, shown under its row. */
  readonly Panel: ComponentType<PanelProps>;
  /** Compares all files with the answers on the form. Empty when they agree. */
  readonly Review: ComponentType<ReviewProps>;
}
export interface PanelProps {
  readonly check: DataCheck;
  /** Removes the file from the list. */
  readonly onRemove: () => void;
}
export interface ReviewProps {
  readonly checks: readonly DataCheck[];
  readonly store: FormStore;
  readonly form: ClaimForm;
}

/** Props of the views of a finished check. */
export interface ReportViewProps {
  readonly check: DataCheck;
  readonly report: DataReport;
}
