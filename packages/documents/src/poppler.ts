import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What other programs read in a PDF, for tests: poppler's `pdftotext` and `pdfinfo`, and `qpdf`. */
export const withPoppler = isInstalled('pdftotext') && isInstalled('pdfinfo') && isInstalled('pdffonts');
export const withQpdf = isInstalled('qpdf');

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    return error instanceof Error && !('code' in error && error.code === 'ENOENT');
  }
}

/** Runs a program on a PDF, which takes the place of `FILE`. Gives what it prints. */
export function read(program: string, args: readonly string[], pdf: Uint8Array): string {
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

/** Words apart by one space, whatever the layout. */
export function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The lines of each page. */
export function pagesOf(pdf: Uint8Array): string[][] {
  const pages = read('pdftotext', ['-layout', 'FILE', '-'], pdf).split('\f').slice(0, -1);
  return pages.map((page) =>
    page
      .split('\n')
      .map(flat)
      .filter((line) => line !== ''),
  );
}

/** The elements of the structure with their text, on one line. */
export function structureOf(pdf: Uint8Array): string {
  return flat(read('pdfinfo', ['-struct-text', 'FILE'], pdf)).replaceAll(/ \((block|inline)\)/g, '');
}
