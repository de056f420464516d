import { formOf, required, rowsOf, text, typed } from '@redress/forms/fixtures/sample-forms';
import { describe, expect, it } from 'vitest';
import { createFormStore } from './form-store.ts';
import { createRowList, parseTable } from './row-list.ts';

const plans = rowsOf(
  'plans',
  [text('name', required), typed('taxId', 'fein', { rule: 'min', than: 9, message: 'too short' })],
  { atLeast: 1, atMost: { rows: 4, message: 'too many' } },
);
const form = formOf(plans);

function start() {
  const store = createFormStore(form);
  const list = createRowList(store, plans);
  const stop = list.subscribe(() => {});
  return { store, list, stop };
}
const first = (ids: readonly number[]) => ids[0] ?? -1;

describe('cells copied from a spreadsheet', () => {
  // The table as text: cells are separated by `|`, rows by `/`.
  it.each([
    ['two columns', 'A\t1\nB\t2', 'A|1/B|2'],
    ['lines of Windows, with a last empty one', 'A\t1\r\nB\t2\r\n', 'A|1/B|2'],
    ['one line of two cells', 'A\t1', 'A|1'],
    ['one column', '11\n22', '11/22'],
    ['spaces around, blank lines between', ' A \t 1 \n\n\t\n B\t2', 'A|1/B|2'],
    ['cells in quotes', '"Plan ""A"""\t1\nB\t2', 'Plan "A"|1/B|2'],
    ['a cell with a line break', '"Example Member\nPlan"\t\'012345678\n', 'Example Member Plan|012345678'],
    ['names that begin with an apostrophe', "'t Hooft\t'1\n'B'\t'\n'=C\t'-1", "'t Hooft|1/B|/=C|-1"],
    ['quotation marks of two rows', '"Plan\t1\nB 12"\t2', '"Plan|1/B 12"|2'],
    ['cells as formulas, and a tab in one', '="0123"\t"B\tC"', '0123|B C'],
    ['a heading above, which is left out', 'Plan name\tFEIN\nA\t1', 'A|1'],
    ['no heading where no line has a digit', 'A\tx\nB\ty', 'A|x/B|y'],
  ])('is a table: %s', (_, clipboard, table) => {
    expect(parseTable(clipboard)).toEqual(table.split('/').map((row) => row.split('|')));
  });

  it.each(['', 'Just a name', 'Just a name\r\n', '  \n '])('are not found in plain text: %j', (clipboard) => {
    expect(parseTable(clipboard)).toBeUndefined();
  });
});

describe('the row list', () => {
  it('starts with one blank row, and updates the store on typing', () => {
    const { store, list } = start();
    expect(list.ids()).toHaveLength(1);
    list.answer(first(list.ids()), 'name', 'Plan A');
    expect(store.answers()['plans']).toEqual([{ name: 'Plan A' }]);
  });

  it('keeps the ids of other rows on removal, and is never empty', () => {
    const { store, list } = start();
    const a = first(list.ids());
    const b = list.add() ?? -1;
    list.answer(b, 'name', 'Plan B');
    list.remove(a);
    expect(list.ids()).toEqual([b]);
    list.remove(b);
    expect(list.ids()).toHaveLength(1);
    expect(store.answers()['plans']).toEqual([{}]);
  });

  it("pastes a table from a cell on, with only digits in tax IDs, up to the form's limit", () => {
    const { store, list } = start();
    const a = first(list.ids());
    list.answer(a, 'name', 'Plan A');
    expect(list.paste(a, 1, [['11-1'], ['2 2'], ['3'], ['4'], ['5'], ['6']])).toEqual({ filled: 4, omitted: 2 });
    expect(store.answers()['plans']).toEqual([
      { name: 'Plan A', fein: '111' },
      { fein: '22' },
      { fein: '3' },
      { fein: '4' },
    ]);
    expect(list.add()).toBeUndefined();
    expect(list.paste(list.ids()[2] ?? -1, 1, [['5'], ['6'], ['7']])).toEqual({ filled: 2, omitted: 1 });
    expect(list.ids()).toHaveLength(4);
  });

  it('follows direct changes of the store', () => {
    const { store, list, stop } = start();
    store.answer('plans', [{ name: 'X' }, { name: 'Y' }]);
    expect(list.ids().map((id) => list.cells(id)['name'])).toEqual(['X', 'Y']);
    store.reset();
    expect(list.ids()).toHaveLength(1);
    stop();
  });
});
