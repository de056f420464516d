import { cellText } from '@redress/datafiles/check/cell-text';
import { readDelimitedRows } from '@redress/datafiles/read/open-text';
import { consoleProblem } from '../../platform/http/problem.ts';

const maxListedErrors = 200;

/** The bad lines of a file. One of them refuses all of it, so that nothing is done by halves. */
export class LineErrors {
  readonly #errors: { field: string; rule: string; message: string }[] = [];

  add(line: number, rule: string, message: string): void {
    this.#errors.push({ field: String(line), rule, message: `Line ${line}: ${message}` });
  }

  /** @throws ProblemError `invalid-answers` */
  throwIfAny(): void {
    const count = this.#errors.length;
    if (count === 0) return;
    throw consoleProblem(
      'invalid-answers',
      `${count === 1 ? 'A line needs' : `${count.toLocaleString('en-US')} lines need`} a correction. Nothing was changed.`,
      { errors: this.#errors.slice(0, maxListedErrors) },
    );
  }
}

/**
 * Reads a CSV file with a header. Further columns are left out, and so are rows without any text.
 * @throws ProblemError `bad-request` when a column is missing, or the file was no UTF-8
 */
export async function readCsvTable<Column extends string>(
  csv: string,
  columns: readonly Column[],
  errors: LineErrors,
): Promise<{ readonly line: number; textOf(column: Column): string }[]> {
  if (csv.includes('\uFFFD'))
    throw consoleProblem('bad-request', 'Some letters of the file can’t be read. Save it again as “CSV UTF-8”.');
  const bytes = Buffer.from(csv.replace(/^\uFEFF/, ''));
  const source = {
    name: '',
    size: bytes.length,
    async *stream() {
      yield bytes;
    },
  };
  const found: { readonly line: number; readonly cells: readonly string[] }[] = [];
  let columnAt: Map<Column, number> | undefined;
  for await (const { rows, lines, problems = [] } of readDelimitedRows(source, ',')) {
    for (const problem of problems)
      if ('line' in problem && problem.line !== undefined)
        errors.add(problem.line, 'csv', 'A quotation mark is out of place.');
    for (const [index, cells] of rows.entries()) {
      const texts = cells.map((cell) => cellText(cell));
      if (texts.every((text) => text === '')) continue;
      if (!columnAt) {
        columnAt = findColumns(texts, columns);
        continue;
      }
      found.push({ line: lines[index] ?? 0, cells: texts });
    }
  }
  const at = columnAt;
  if (!at || found.length === 0) throw consoleProblem('bad-request', 'The file has no rows.');
  return found.map(({ line, cells }) => ({ line, textOf: (column) => cells[at.get(column) ?? -1] ?? '' }));
}

function findColumns<Column extends string>(texts: readonly string[], columns: readonly Column[]): Map<Column, number> {
  const header = texts.map((text) => text.toLowerCase());
  const missing = columns.filter((column) => !header.includes(column));
  if (missing.length > 0)
    throw consoleProblem('bad-request', `The first line must name the columns. Missing: ${missing.join(', ')}.`);
  return new Map(columns.map((column) => [column, header.indexOf(column)]));
}
