import {
  type ChosenTable,
  dateOrders,
  decimalMarks,
  type TableReport,
  type ValueFormats,
} from '@redress/datafiles/report';
import { type ColumnKey, type ColumnRules, type DataRules, type TableKind, tableKinds } from '@redress/datafiles/rules';
import { useState } from 'react';
import type { DataCheck } from './data-check.ts';
import { LabeledSelect, OptionalSelect } from './disclosure.tsx';
import { type DataCheckContext, useDataCheckContext } from './data-check-context.ts';

type Reading = Omit<ChosenTable, 'table'>;

/** Maps columns of the file to columns of the template, for the filer to correct. */
export function ColumnMapping(props: {
  readonly check: DataCheck;
  readonly tables: readonly TableReport[];
  /** Whether it is inside a disclosure, which shows the heading. */
  readonly isInDisclosure?: boolean;
}) {
  const { check, tables, isInDisclosure = false } = props;
  const labels = useDataCheckContext().messages.columns;
  /** The filer’s changes, by table. */
  const [changed, setChanged] = useState<ReadonlyMap<number, Reading>>(new Map());
  const chosen = check.chosen();
  const chosenFor = (index: number) => chosen?.find(({ table }) => table === index);
  const wasCorrected = chosen !== undefined;
  const checkAgain = () => {
    const before = (chosen ?? []).filter(({ table }) => !changed.has(table));
    const now = [...changed].map(([table, reading]) => ({ table, ...reading }));
    check.correct([...before, ...now].sort((one, other) => one.table - other.table));
  };
  return (
    <div className="data-columns" role="group" aria-label={labels.heading}>
      {!isInDisclosure && <h3>{labels.heading}</h3>}
      {tables.some(({ kind }) => kind !== 'none') && <p className="hint">{labels.hint}</p>}
      {wasCorrected && <p className="hint">{labels.corrected}</p>}
      {tables.map((table, index) => (
        <TableColumns
          key={index}
          table={table}
          reading={changed.get(index) ?? readingOf(table, chosenFor(index))}
          onChange={(reading) => setChanged(new Map(changed).set(index, reading))}
        />
      ))}
      {changed.size > 0 && <p className="note warn">{labels.changed}</p>}
      <div className="data-line">
        <button type="button" className="button quiet" disabled={changed.size === 0} onClick={checkAgain}>
          {labels.again}
        </button>
        {wasCorrected && (
          <button type="button" className="link-button" onClick={() => check.correct(undefined)}>
            {labels.back}
          </button>
        )}
      </div>
    </div>
  );
}

/** The mapping of a table, with only those value formats that the filer chose. */
export function readingOf({ kind, columns }: TableReport, { dates, decimals }: ValueFormats = {}): Reading {
  return {
    kind,
    columns: Object.fromEntries(columns.map(({ key, index }) => [key, index])),
    ...(dates && { dates }),
    ...(decimals && { decimals }),
  };
}

function TableColumns(props: {
  readonly table: TableReport;
  readonly reading: Reading;
  readonly onChange: (reading: Reading) => void;
}) {
  const { table, reading, onChange } = props;
  const { messages, dataMessages, rules } = useDataCheckContext();
  const { dates, decimals, ...others } = reading;
  const width = Math.max(table.headers.length, table.sample.length);
  const indexes = Array.from({ length: width }, (_, index) => index);
  const setKind = (value: string) => {
    const kind: TableKind | 'none' = tableKinds.find((one) => one === value) ?? 'none';
    // Columns that both kinds have keep their mapping.
    const keys = columnsOf(rules, kind).map(({ key }) => key);
    const kept = keys.flatMap((key) => {
      const index = reading.columns[key];
      return index === undefined ? [] : [[key, index] as const];
    });
    onChange({ ...reading, kind, columns: Object.fromEntries(kept) });
  };
  const setColumn = (key: ColumnKey, value: string) => {
    const { [key]: _, ...columns } = reading.columns;
    onChange({ ...reading, columns: value === '' ? columns : { ...columns, [key]: Number(value) } });
  };
  return (
    <div className="data-table-columns">
      <LabeledSelect
        label={table.sheet === undefined ? messages.columns.kind : messages.columns.kindOf(table.sheet)}
        value={reading.kind}
        options={[...tableKinds, 'none' as const].map((kind) => [kind, dataMessages.kinds[kind]])}
        onChange={setKind}
      />
      {columnsOf(rules, reading.kind).map(({ key }) => (
        <LabeledSelect
          key={key}
          label={dataMessages.columns[key]}
          value={String(reading.columns[key] ?? '')}
          options={[
            ['', messages.columns.none],
            ...indexes.map((index) => [String(index), describeColumn(table, index, messages.columns)] as const),
          ]}
          onChange={(value) => setColumn(key, value)}
        />
      ))}
      {reading.kind === 'purchases' && (
        <OptionalSelect
          label={messages.columns.dates}
          none={messages.columns.found}
          values={dateOrders}
          names={messages.columns.dateOrders}
          selected={dates}
          onSelect={(order) => onChange({ ...others, ...(decimals && { decimals }), ...(order && { dates: order }) })}
        />
      )}
      {reading.kind !== 'none' && (
        <OptionalSelect
          label={messages.columns.decimals}
          none={messages.columns.found}
          values={decimalMarks}
          names={messages.columns.decimalMarks}
          selected={decimals}
          onSelect={(mark) => onChange({ ...others, ...(dates && { dates }), ...(mark && { decimals: mark }) })}
        />
      )}
    </div>
  );
}

/** A column of the file by its header, or its number from 1, and its first value. */
function describeColumn(
  { headers, sample }: TableReport,
  index: number,
  labels: DataCheckContext['messages']['columns'],
): string {
  const name = headers[index]?.trim() || labels.column(index + 1);
  const value = sample[index]?.trim();
  return value ? labels.such(name, value) : name;
}

/** The template’s columns of a kind of table, in its order. */
function columnsOf(rules: DataRules, kind: TableKind | 'none'): readonly ColumnRules[] {
  return kind === 'none' ? [] : rules.tables[kind];
}
