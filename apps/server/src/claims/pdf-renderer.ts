import type { PrintedLetter } from '@redress/documents/letter';
import type { ReceiptContent } from '@redress/documents/receipt';
import { createTaskProcess } from '../platform/jobs/task-process.ts';

export type PdfTask =
  | { readonly receipt: ReceiptContent }
  | { readonly letter: PrintedLetter }
  | { readonly letters: readonly PrintedLetter[] };
export type PdfRenderer = ReturnType<typeof createPdfRenderer>;

/** Without these options, rendering would take half as much memory again, and hardly less time. */
const execArgv = ['--max-semi-space-size=4', '--heap-growing-percent=20', '--no-concurrent-recompilation'];

/** Renders PDFs. Most take less than 10 ms; one with thousands of rows takes a second. */
export function createPdfRenderer() {
  const script = new URL('./pdf-process.ts', import.meta.url);
  const { run, close } = createTaskProcess<PdfTask, Buffer>(script, { execArgv });
  return {
    renderReceipt: (receipt: ReceiptContent) => run({ receipt }),
    renderLetter: (letter: PrintedLetter) => run({ letter }),
    /** One PDF for a printer. */
    renderLetters: (letters: readonly PrintedLetter[]) => run({ letters }),
    close,
  };
}
