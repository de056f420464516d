import type { AnyAnswer, RowAnswers } from '@redress/forms/answers';
import type { RowsField } from '@redress/forms/definition';
import type { FormStore } from './form-store.ts';

/**
 * The rows of one `rows` field while they are typed. Each row has an id of its own, so that removing one does not disturb the others;
 * the store holds the cells by place, as they are sent.
 */
export interface RowList {
  subscribe(listener: () => void): () => void;
  /** The ids in order; the same array until a row comes, goes or is filled from outside. */
  ids(): readonly number[];
  cells(id: number): RowAnswers;
  answer(id: number, cell: string, value: string): void;
  /** Gives the new row's id; nothing when there are as many as the form takes. */
  add(): number | undefined;
  remove(id: number): void;
  /** Fills rows from this row and column on with the lines of a table. Gives how many rows were filled, and how many had no room. */
  paste(id: number, column: number, table: readonly (readonly string[])[]): { filled: number; left: number };
}

interface Row {
  readonly id: number;
  readonly cells: RowAnswers;
}

export function createRowList(store: FormStore, field: RowsField): RowList {
  const listeners = new Set<() => void>();
  let nextId = 1;
  let rows: readonly Row[] = [];
  let ids: readonly number[] = [];
  let told: AnyAnswer | undefined;

  function takeFromStore() {
    told = store.answers()[field.name];
    const cells = typeof told === 'object' ? told : [];
    rows = cells.map((row) => ({ id: nextId++, cells: row }));
    while (rows.length < Math.max(1, field.atLeast)) rows = [...rows, { id: nextId++, cells: {} }];
    tell();
  }
  function tell() {
    ids = rows.map((row) => row.id);
    for (const listener of listeners) listener();
  }
  function keep(next: readonly Row[]) {
    rows = next;
    const cells = rows.map((row) => row.cells);
    told = cells;
    store.answer(field.name, cells);
  }
  takeFromStore();

  return {
    subscribe(listener) {
      listeners.add(listener);
      // A reset or a draft changes the store from outside.
      const stop = store.subscribeAnswers(() => {
        if (store.answers()[field.name] !== told) takeFromStore();
      });
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    ids: () => ids,
    cells: (id) => rows.find((row) => row.id === id)?.cells ?? {},
    answer(id, cell, value) {
      keep(rows.map((row) => (row.id === id ? { id, cells: { ...row.cells, [cell]: value } } : row)));
    },
    add() {
      if (rows.length >= field.atMost.rows) return undefined;
      const id = nextId++;
      keep([...rows, { id, cells: {} }]);
      tell();
      return id;
    },
    remove(id) {
      keep(rows.filter((row) => row.id !== id));
      if (rows.length === 0) keep([{ id: nextId++, cells: {} }]);
      tell();
    },
    paste(id, column, table) {
      const at = Math.max(
        0,
        rows.findIndex((row) => row.id === id),
      );
      const taken = table.slice(0, field.atMost.rows - at);
      const filled = taken.map((line, index): Row => {
        const cells: Record<string, string> = { ...rows[at + index]?.cells };
        field.of.slice(column).forEach((cell, place) => {
          const value = line[place];
          if (value !== undefined) cells[cell.name] = cell.kind === 'taxId' ? value.replace(/[\s-]/g, '') : value;
        });
        return { id: nextId++, cells };
      });
      keep([...rows.slice(0, at), ...filled, ...rows.slice(at + filled.length)]);
      tell();
      return { filled: filled.length, left: table.length - taken.length };
    },
  };
}

/**
 * A piece of a spreadsheet as it comes from the clipboard: lines of cells between tabs. A first line without any digit above lines with
 * some is a heading, and left out. `undefined` for ordinary text.
 */
export function readTable(clipboard: string): string[][] | undefined {
  if (!/[\t\n]/.test(clipboard.trim())) return undefined;
  const lines = clipboard
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) =>
      line.split('\t').map((cell) =>
        cell
          .trim()
          .replace(/^"(.*)"$/, '$1')
          .replace(/""/g, '"'),
      ),
    );
  const hasDigit = (line: readonly string[] | undefined) => line?.some((cell) => /\d/.test(cell)) ?? false;
  return !hasDigit(lines[0]) && hasDigit(lines[1]) ? lines.slice(1) : lines;
}
