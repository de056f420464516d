import { cellText } from '@redress/datafiles/check/cell-text';
import { type SplitRows, splitQuotedLines } from '@redress/datafiles/read/delimited-rows';
import type { AnyAnswer, RowAnswers } from '@redress/forms/answers';
import type { RowsField } from '@redress/forms/definition';
import { createListeners } from '../browser/listeners.ts';
import type { FormStore } from './form-store.ts';
import { tidyTyped } from '@redress/forms/clean-typed-answers';

export type RowList = ReturnType<typeof createRowList>;

export type Table = readonly (readonly string[])[];
interface Row {
  readonly id: number;
  readonly cells: RowAnswers;
}

/**
 * The rows of a `rows` field. Each row has a stable id, so that removing one does not remount the
 * others; the store holds the cells by index, as they are submitted.
 */
export function createRowList(store: FormStore, field: RowsField) {
  const listeners = createListeners();
  let nextId = 1;
  let rows: readonly Row[] = [];
  let ids: readonly number[] = [];
  let lastAnswer: AnyAnswer | undefined;

  function readStore() {
    lastAnswer = store.answers()[field.name];
    const cells = typeof lastAnswer === 'object' ? lastAnswer : [];
    rows = cells.map((row) => ({ id: nextId++, cells: row }));
    while (rows.length < Math.max(1, field.atLeast)) rows = [...rows, { id: nextId++, cells: {} }];
    notify();
  }
  function notify() {
    ids = rows.map((row) => row.id);
    listeners.notify();
  }
  function update(next: readonly Row[]) {
    rows = next;
    const cells = rows.map((row) => row.cells);
    lastAnswer = cells;
    store.answer(field.name, cells);
  }
  readStore();

  return {
    subscribe(listener: () => void) {
      const unsubscribe = listeners.subscribe(listener);
      // A reset or a restored draft changes the store directly.
      const stop = store.subscribeAnswers(() => {
        if (store.answers()[field.name] !== lastAnswer) readStore();
      });
      return () => {
        unsubscribe();
        stop();
      };
    },
    /** The same array until rows are added, removed or replaced. */
    ids: () => ids,
    cells: (id: number): RowAnswers => rows.find((row) => row.id === id)?.cells ?? {},
    answer(id: number, cell: string, value: string) {
      update(rows.map((row) => (row.id === id ? { id, cells: { ...row.cells, [cell]: value } } : row)));
    },
    /** Returns the new row's id, or undefined at the form's limit. */
    add() {
      if (rows.length >= field.atMost.rows) return undefined;
      const id = nextId++;
      update([...rows, { id, cells: {} }]);
      notify();
      return id;
    },
    remove(id: number) {
      update(rows.filter((row) => row.id !== id));
      if (rows.length === 0) update([{ id: nextId++, cells: {} }]);
      notify();
    },
    /**
     * Fills cells from this row and column onward. Returns how many rows were filled and omitted.
     */
    paste(id: number, column: number, table: Table) {
      const start = Math.max(
        0,
        rows.findIndex((row) => row.id === id),
      );
      const lines = table.slice(0, field.atMost.rows - start);
      const filled = lines.map((line, index): Row => {
        const cells: Record<string, string> = { ...rows[start + index]?.cells };
        field.of.slice(column).forEach((cell, place) => {
          const value = line[place];
          if (value !== undefined) cells[cell.name] = tidyTyped(cell, value);
        });
        return { id: nextId++, cells };
      });
      update([...rows.slice(0, start), ...filled, ...rows.slice(start + filled.length)]);
      notify();
      return { filled: filled.length, omitted: table.length - lines.length };
    },
  };
}

/** Parses spreadsheet cells and omits their header. Returns undefined for plain text. */
export function parseTable(clipboard: string): Table | undefined {
  if (!/[\t\n]/.test(clipboard.trim())) return undefined;
  const split: SplitRows = { rows: [], lines: [] };
  splitQuotedLines(clipboard.replace(/\r\n?/g, '\n'), '\t', 1, true, split, []);
  const lines: Table = split.rows.map((row) => row.map(cellText)).filter((row) => row.some((cell) => cell !== ''));
  const hasDigit = (line: readonly string[] | undefined) => line?.some((cell) => /\d/.test(cell)) ?? false;
  return !hasDigit(lines[0]) && hasDigit(lines[1]) ? lines.slice(1) : lines;
}
