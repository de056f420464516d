import type { ClaimForm } from '@redress/forms/definition';
import type { ComponentType } from 'react';
import type { FormStore } from '../fields/form-store.ts';
import type { DataCheck } from './data-check.ts';

/** All that a form needs to check data files, in the language of its page; nothing of it is loaded before a data file is chosen. */
export interface DataRoom {
  /** Begins at once, or when the checks before it have ended. */
  startCheck(file: File): DataCheck;
  /** What is known of one file; stands beneath its row. */
  readonly Panel: ComponentType<PanelProps>;
  /** What is to be said of all files together: their amount and the one on the form, and what does not fit. Nothing when there is nothing to say. */
  readonly Review: ComponentType<ReviewProps>;
}
export interface PanelProps {
  readonly check: DataCheck;
  /** Takes the file from the list; offered where it cannot be read. */
  readonly onRemove: () => void;
}
export interface ReviewProps {
  /** Of all data files in the list. */
  readonly checks: readonly DataCheck[];
  readonly store: FormStore;
  readonly form: ClaimForm;
}
