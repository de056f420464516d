import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tests read PDFs with poppler (`pdftotext`, `pdfinfo`) and `qpdf`. */
export const hasPoppler = isInstalled('pdftotext') && isInstalled('pdfinfo') && isInstalled('pdffonts');
export const hasQpdf = isInstalled('qpdf');

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    return error instanceof Error && !('code' in error && error.code === 'ENOENT');
  }
}

/** Runs a program on a PDF, whose path replaces `FILE`. Returns its output. */
export function runPdfTool(program: string, args: readonly string[], pdf: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'redress-pdf-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, pdf);
    const filled = args.map((arg) => (arg === 'FILE' ? path : arg));
    return execFileSync(program, filled, { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The lines of each page. */
export function pdfPages(pdf: Uint8Array): string[][] {
  const pages = runPdfTool('pdftotext', ['-layout', 'FILE', '-'], pdf).split('\f').slice(0, -1);
  return pages.map((page) =>
    page
      .split('\n')
      .map(collapseSpaces)
      .filter((line) => line !== ''),
  );
}

/** The structure elements with their text, on one line. */
export function pdfStructure(pdf: Uint8Array): string {
  return collapseSpaces(runPdfTool('pdfinfo', ['-struct-text', 'FILE'], pdf)).replaceAll(/ \((block|inline)\)/g, '');
}
