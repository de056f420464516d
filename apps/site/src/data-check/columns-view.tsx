import type { ChosenTable, ValueFormats, TableReport } from '@redress/datafiles/report';
import { dateOrders, decimalMarks } from '@redress/datafiles/report';
import type { ColumnKey, TableKind } from '@redress/datafiles/rules';
import { tableKinds } from '@redress/datafiles/rules';
import { useState } from 'react';
import type { DataCheck } from './data-check.ts';
import { LabelledSelect } from './labelled-select.tsx';
import type { RoomParts } from './data-check-parts.ts';
import { columnsOf, nameOfColumn } from './data-check-parts.ts';

type Reading = Omit<ChosenTable, 'table'>;

/** Which column of a file was taken for which column of the template, to be corrected. */
export function ColumnsView(props: {
  readonly check: DataCheck;
  readonly tables: readonly TableReport[];
  readonly room: RoomParts;
  /** What it is folded in says its heading. */
  readonly isFolded?: boolean;
}) {
  const { check, tables, room, isFolded = false } = props;
  const words = room.messages.columns;
  /** What the filer changed, by table. */
  const [changed, setChanged] = useState<ReadonlyMap<number, Reading>>(new Map());
  const chosen = check.chosen();
  const wasCorrected = chosen !== undefined;
  const checkAgain = () => {
    const before = (chosen ?? []).filter(({ table }) => !changed.has(table));
    const now = [...changed].map(([table, reading]) => ({ table, ...reading }));
    check.correct([...before, ...now].sort((one, other) => one.table - other.table));
  };
  return (
    <div className="data-columns" role="group" aria-label={words.heading}>
      {!isFolded && <h3>{words.heading}</h3>}
      {tables.some(({ kind }) => kind !== 'none') && <p className="hint">{words.hint}</p>}
      {wasCorrected && <p className="hint">{words.corrected}</p>}
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
          room={room}
          onChange={(reading) => setChanged(new Map(changed).set(index, reading))}
        />
      ))}
      {changed.size > 0 && <p className="note warn">{words.changed}</p>}
      <div className="data-line">
        <button type="button" className="button quiet" disabled={changed.size === 0} onClick={checkAgain}>
          {words.again}
        </button>
        {wasCorrected && (
          <button type="button" className="link-button" onClick={() => check.correct(undefined)}>
            {words.back}
          </button>
        )}
      </div>
    </div>
  );
}

/** How a table was read; of how it is written only what the filer said. */
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
  readonly room: RoomParts;
  readonly onChange: (reading: Reading) => void;
}) {
  const { table, reading, room, onChange } = props;
  const { words, messages } = room;
  const width = Math.max(table.headers.length, table.sample.length);
  const indexes = Array.from({ length: width }, (_, index) => index);
  const setKind = (value: string) => {
    const kind: TableKind | 'none' = tableKinds.find((one) => one === value) ?? 'none';
    // What the other kind has too stays where it is.
    const keys = columnsOf(room.rules, kind).map(({ key }) => key);
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
      <LabelledSelect
        label={table.sheet === undefined ? messages.columns.kind : messages.columns.kindOf(table.sheet)}
        value={reading.kind}
        options={[...tableKinds, 'none' as const].map((kind) => [kind, words.kinds[kind]])}
        onChange={setKind}
      />
      {columnsOf(room.rules, reading.kind).map(({ key }) => (
        <LabelledSelect
          key={key}
          label={words.columns[key]}
          value={String(reading.columns[key] ?? '')}
          options={[
            ['', messages.columns.none],
            ...indexes.map((index) => [String(index), tell(table, index, room)] as const),
          ]}
          onChange={(value) => setColumn(key, value)}
        />
      ))}
      {reading.kind === 'purchases' && (
        <LabelledSelect
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
        <LabelledSelect
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

/** A column of the file, by what stands on top of it and in its first row. */
function tell(table: TableReport, index: number, room: RoomParts): string {
  const name = nameOfColumn(table, index, room);
  const sample = table.sample[index]?.trim();
  return sample ? room.messages.columns.such(name, sample) : name;
}
