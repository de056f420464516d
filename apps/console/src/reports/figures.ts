import type { Dashboard } from '@redress/contract/console/dashboard';
import type { Figure, FigureCell } from '@redress/contract/console/figures';

/** What every part of the dashboard gets. */
export interface PartProps {
  readonly dashboard: Dashboard;
  /** The address of the list of claims with these filters. */
  readonly listOf: (filters: Readonly<Record<string, string | readonly string[]>>) => string;
}

/** A figure by its name. The first of several names that is there. */
export function findFigure({ figures }: Dashboard, ...names: readonly string[]): Figure {
  const figure = figures.find(({ name }) => names.includes(name));
  if (!figure) throw new Error(`The dashboard has no figure ${names.join(' or ')}`);
  return figure;
}

/** A cell by the name of its column. */
export function cellOf(figure: Figure, row: readonly FigureCell[] | undefined, column: string): FigureCell {
  return row?.[figure.columns.findIndex(({ name }) => name === column)] ?? null;
}

/**
 * The forms in the order of rows: figures by form have a row for each of them, in the same order.
 */
export function formIdsOf(dashboard: Dashboard): string[] {
  const { columns } = findFigure(dashboard, 'claims-by-day', 'claims-by-week');
  return columns.flatMap(({ name }) => (name.startsWith('form:') ? name.slice('form:'.length) : []));
}
