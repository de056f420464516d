import { spawnSync } from 'node:child_process';

const isInstalled = spawnSync('pdftotext', ['-v']).error === undefined;
// In the continuous integration, what a PDF contains is never left untested.
if (!isInstalled && process.env['CI'] !== undefined)
  throw new Error('pdftotext is not installed, which tests need: install poppler-utils.');

/** Whether poppler is installed. Tests of what a PDF contains are skipped without it. */
export const hasPdfToText = isInstalled;
