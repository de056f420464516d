import type { Figure, FigureCell } from '@redress/contract/console/figures';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { dimensions, measures } from './counted-measures.ts';
import type { FigureDefinition } from './figure-definitions.ts';
import type { FigureLabels } from './figure-labels.ts';
import { fillDays } from './fill-days.ts';

/** Counted claims, for example rows of `claim_counts`, and the labels of their values. */
export interface CountedClaims {
  /** SQL: a table. */
  readonly rows: RawBuilder<unknown>;
  readonly labels: FigureLabels;
  /** Days and weeks to show, even without claims. By default, the first to the last claim's. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Row {
  /** Null in the total. */
  readonly key: string | null;
  readonly cells: readonly FigureCell[];
  /** Claims by form, if the figure has a column for each. */
  readonly perForm: Readonly<Record<string, number>>;
}

export async function computeFigure(
  database: Database,
  figure: FigureDefinition,
  claims: CountedClaims,
): Promise<Figure> {
  const { name, title, definition, by, perForm = false } = figure;
  const { header, kind } = dimensions[by];
  const forms = perForm ? claims.labels.forms : [];
  const rows = await readRows(database, figure, claims.rows);
  const toCells = (first: FigureCell, row: Row): FigureCell[] => [
    first,
    ...forms.map(({ id }) => row.perForm[id] ?? 0),
    ...row.cells,
  ];
  const total = rows.find(({ key }) => key === null);
  const others = rows.filter(({ key }) => key !== null);
  return {
    name,
    title,
    definition,
    columns: [
      { name: by, header, kind },
      ...forms.map(({ id, title: formTitle }) => ({ name: `form:${id}`, header: formTitle, kind: 'count' as const })),
      ...figure.measures.map((measure) => ({
        name: measure,
        header: measures[measure].header,
        kind: measures[measure].kind,
      })),
    ],
    rows: withRoundedShares(figure, arrangeRows(figure, others, claims)).map((row) =>
      toCells(claims.labels.labelOf(by, row.key ?? ''), row),
    ),
    ...(total && { total: toCells(null, withoutSoFar(figure, total)) }),
  };
}

async function readRows(
  database: Database,
  { by, perForm = false, measures: names }: FigureDefinition,
  claims: RawBuilder<unknown>,
): Promise<Row[]> {
  const values = sql.join(names.map((name) => measures[name].value));
  const keyed = sql`(select ${dimensions[by].key} as key, counted.* from ${claims} as counted) as keyed`;
  const { rows } = await sql<{ key: string | null; cells: FigureCell[] }>`
    select key, json_build_array(${values}) as cells from ${keyed}
    group by grouping sets ((key), ()) order by key`.execute(database);
  if (!perForm) return rows.map((row) => ({ ...row, perForm: {} }));
  const { rows: byForm } = await sql<{ key: string | null; form: string; claims: number }>`
    select key, form_id as form, sum(claims)::float8 as claims from ${keyed}
    group by grouping sets ((key, form_id), (form_id))`.execute(database);
  const formsOf = new Map<string | null, Record<string, number>>();
  for (const { key, form, claims: counted } of byForm) {
    const forms = formsOf.get(key) ?? {};
    formsOf.set(key, forms);
    forms[form] = counted;
  }
  return rows.map((row) => ({ ...row, perForm: formsOf.get(row.key) ?? {} }));
}

/** Leaves running totals out of the total row, where their sum would mean nothing. */
function withoutSoFar({ measures: names }: FigureDefinition, total: Row): Row {
  return { ...total, cells: total.cells.map((cell, index) => (names[index] === 'so-far' ? null : cell)) };
}

/** Rounds shares as they are shown, so that they add up to 100.0%. */
function withRoundedShares({ measures: names }: FigureDefinition, rows: readonly Row[]): readonly Row[] {
  const at = names.indexOf('share');
  if (at === -1) return rows;
  const shares = roundShares(rows.map(({ cells }) => Number(cells[at])));
  return rows.map((row, index) => ({ ...row, cells: row.cells.with(at, shares[index] ?? 0) }));
}

const perWhole = 1_000;

/**
 * Rounds shares to tenths of a percent, up where the remainder is largest, so that their sum stays
 * the same.
 */
export function roundShares(shares: readonly number[]): number[] {
  const parts = shares.map((share) => share * perWhole);
  const floors = parts.map(Math.floor);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const left = Math.round(sum(parts)) - sum(floors);
  const byRest = parts.map((part, index) => ({ index, rest: part - Math.floor(part) }));
  const raised = new Set(
    byRest
      .toSorted((a, b) => b.rest - a.rest || a.index - b.index)
      .slice(0, left)
      .map(({ index }) => index),
  );
  return floors.map((floor, index) => (floor + Number(raised.has(index))) / perWhole);
}

/** Most statuses and reasons have no claims for a long time, so their empty rows are hidden. */
const isShownIfAny = (by: FigureDefinition['by'], key: string): boolean =>
  by === 'reason' || by === 'reviewer' || (by === 'status' && key !== 'ready' && key !== 'waiting-documents');

/** Sorts rows by day or label, and adds one for each day, form or usual status without claims. */
function arrangeRows({ by, measures: names }: FigureDefinition, rows: readonly Row[], claims: CountedClaims): Row[] {
  const { labels, from, to } = claims;
  const soFar = names.indexOf('so-far');
  const emptyRow = (key: string, before?: Row): Row => ({
    key,
    perForm: {},
    cells: names.map((name, index) => {
      if (index === soFar) return before?.cells[index] ?? 0;
      return measures[name].kind === 'money' ? '0' : 0;
    }),
  });
  // The days of the report are those on which claims were received, and letters are later.
  if (by === 'letter-week') return fillDays(rows, { by: 'week', emptyRow });
  if (by === 'day' || by === 'week') return fillDays(rows, { by, from, to, emptyRow });
  const order = labels.order(by);
  const missing = order
    .filter((key) => !isShownIfAny(by, key) && !rows.some((row) => row.key === key))
    .map((key) => emptyRow(key));
  const place = ({ key }: Row) => {
    const at = order.indexOf(key ?? '');
    return at === -1 ? order.length : at;
  };
  return [...rows, ...missing].toSorted((a, b) => place(a) - place(b) || labels.compare(by, a.key ?? '', b.key ?? ''));
}
