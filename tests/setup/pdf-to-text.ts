import { hasProgram } from './programs.ts';

/** Tests of the content of a PDF are skipped without poppler, except in continuous integration. */
export const hasPdfToText = hasProgram('pdftotext', ['-v']);
