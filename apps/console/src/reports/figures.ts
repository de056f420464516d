import type { Dashboard } from '@redress/contract/console/dashboard';
import type { Figure, FigureCell } from '@redress/contract/console/figures';

/** Props of every section of the dashboard. */
export interface PartProps {
  readonly dashboard: Dashboard;
  /** Returns the address of the list of claims with these filters. */
  readonly listOf: (filters: Readonly<Record<string, string | readonly string[]>>) => string;
}

/** Finds the first figure that has one of these names. */
export function findFigure({ figures }: Dashboard, ...names: readonly string[]): Figure {
  const figure = figures.find(({ name }) => names.includes(name));
  if (!figure) throw new Error(`The dashboard has no figure ${names.join(' or ')}`);
  return figure;
}

/** Finds a cell by the name of its column. */
export function cellOf(figure: Figure, row: readonly FigureCell[] | undefined, column: string): FigureCell {
  return row?.[figure.columns.findIndex(({ name }) => name === column)] ?? null;
}

/**
 * The forms in the order of rows: figures by form have one row for each form, in the same order.
 */
export function formIdsOf(dashboard: Dashboard): string[] {
  const { columns } = findFigure(dashboard, 'claims-by-day', 'claims-by-week');
  return columns.flatMap(({ name }) => (name.startsWith('form:') ? name.slice('form:'.length) : []));
}
