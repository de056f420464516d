import type { ChosenTable, ValueFormats, TableReport } from '@redress/datafiles/report';
import { dateOrders, decimalMarks } from '@redress/datafiles/report';
import type { ColumnKey, ColumnRules, DataRules, TableKind } from '@redress/datafiles/rules';
import { tableKinds } from '@redress/datafiles/rules';
import { useState } from 'react';
import type { DataCheck } from './data-check.ts';
import { LabeledSelect } from './disclosure.tsx';
import type { DataCheckContext } from './data-checker.ts';

type Reading = Omit<ChosenTable, 'table'>;

/** Maps columns of the file to columns of the template, for the filer to correct. */
export function ColumnMapping(props: {
  readonly check: DataCheck;
  readonly tables: readonly TableReport[];
  readonly context: DataCheckContext;
  /** Inside a disclosure, which shows the heading. */
  readonly isInDisclosure?: boolean;
}) {
  const { check, tables, context, isInDisclosure = false } = props;
  const labels = context.messages.columns;
  /** The filer’s changes, by table. */
  const [changed, setChanged] = useState<ReadonlyMap<number, Reading>>(new Map());
  const chosen = check.chosen();
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
          reading={
            changed.get(index) ??
            readingOf(
              table,
              chosen?.find((one) => one.table === index),
            )
          }
          context={context}
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

/** How a table was read, with only those value formats that the filer chose. */
export function readingOf({ kind, columns }: TableReport, { dates, decimals }: ValueFormats = {}): Reading {
  return {
    kind,
    columns: Object.fromEntries(columns.map(({ key, index }) => [key, index])),
    ...(dates === undefined ? {} : { dates }),
    ...(decimals === undefined ? {} : { decimals }),
  };
}

function TableColumns(props: {
  readonly table: TableReport;
  readonly reading: Reading;
  readonly context: DataCheckContext;
  readonly onChange: (reading: Reading) => void;
}) {
  const { table, reading, context, onChange } = props;
  const { messages, dataMessages } = context;
  const width = Math.max(table.headers.length, table.sample.length);
  const indexes = Array.from({ length: width }, (_, index) => index);
  const setKind = (value: string) => {
    const kind: TableKind | 'none' = tableKinds.find((one) => one === value) ?? 'none';
    // Columns that both kinds have keep their mapping.
    const keys = columnsOf(context.rules, kind).map(({ key }) => key);
    const kept = keys.flatMap((key) => {
      const index = reading.columns[key];
      return index === undefined ? [] : [[key, index] as const];
    });
    onChange({ ...reading, kind, columns: Object.fromEntries(kept) });
  };
  const setColumn = (key: ColumnKey, value: string) => {
    const { [key]: _, ...others } = reading.columns;
    onChange({ ...reading, columns: value === '' ? others : { ...others, [key]: Number(value) } });
  };
  const setDates = (value: string) => {
    const { dates: _, ...others } = reading;
    const dates = dateOrders.find((one) => one === value);
    onChange(dates === undefined ? others : { ...others, dates });
  };
  const setDecimals = (value: string) => {
    const { decimals: _, ...others } = reading;
    const decimals = decimalMarks.find((one) => one === value);
    onChange(decimals === undefined ? others : { ...others, decimals });
  };
  return (
    <div className="data-table-columns">
      <LabeledSelect
        label={table.sheet === undefined ? messages.columns.kind : messages.columns.kindOf(table.sheet)}
        value={reading.kind}
        options={[...tableKinds, 'none' as const].map((kind) => [kind, dataMessages.kinds[kind]])}
        onChange={setKind}
      />
      {columnsOf(context.rules, reading.kind).map(({ key }) => (
        <LabeledSelect
          key={key}
          label={dataMessages.columns[key]}
          value={String(reading.columns[key] ?? '')}
          options={[
            ['', messages.columns.none],
            ...indexes.map((index) => [String(index), describeColumn(table, index, context)] as const),
          ]}
          onChange={(value) => setColumn(key, value)}
        />
      ))}
      {reading.kind === 'purchases' && (
        <LabeledSelect
          label={messages.columns.dates}
          value={reading.dates ?? ''}
          options={[
            ['', messages.columns.found],
            ...dateOrders.map((order) => [order, messages.columns.dateOrders[order]] as const),
          ]}
          onChange={setDates}
        />
      )}
      {reading.kind !== 'none' && (
        <LabeledSelect
          label={messages.columns.decimals}
          value={reading.decimals ?? ''}
          options={[
            ['', messages.columns.found],
            ...decimalMarks.map((mark) => [mark, messages.columns.decimalMarks[mark]] as const),
          ]}
          onChange={setDecimals}
        />
      )}
    </div>
  );
}

/** A column of the file by its header and its first value. */
function describeColumn(table: TableReport, index: number, context: DataCheckContext): string {
  const name = nameOfColumn(table, index, context);
  const sample = table.sample[index]?.trim();
  return sample ? context.messages.columns.such(name, sample) : name;
}

/** The template’s columns of a kind of table, in its order. */
function columnsOf(rules: DataRules, kind: TableKind | 'none'): readonly ColumnRules[] {
  return kind === 'none' ? [] : rules.tables[kind];
}

/** A column’s header, or its number from 1. */
function nameOfColumn({ headers }: TableReport, index: number, { messages }: DataCheckContext): string {
  return headers[index]?.trim() || messages.columns.column(index + 1);
}
