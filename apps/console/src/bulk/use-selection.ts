import { useState } from 'react';
import { useCan } from '../api/use-session.ts';

/** Claims that the person has selected in a list, including on its other pages. */
export interface Selection {
  /** The list's filters as a query string, as in its address. */
  readonly query: string;
  readonly numbers: ReadonlySet<string>;
  /** Selects all claims that match the filters, on all pages. */
  readonly isAll: boolean;
  readonly set: (numbers: Iterable<string>) => void;
  readonly selectAll: () => void;
}

/**
 * The selection in a list, cleared when the filters change. Undefined for people without permission
 * to act on many claims.
 */
export function useSelection(query: string): Selection | undefined {
  const isAllowed = useCan('supervise');
  const [chosen, setChosen] = useState<{
    readonly query: string;
    readonly numbers: ReadonlySet<string>;
    readonly isAll: boolean;
  }>();
  if (!isAllowed) return undefined;
  const current = chosen?.query === query ? chosen : undefined;
  return {
    query,
    numbers: current?.numbers ?? new Set(),
    isAll: current?.isAll ?? false,
    set: (numbers) => setChosen({ query, numbers: new Set(numbers), isAll: false }),
    selectAll: () => setChosen({ query, numbers: new Set(), isAll: true }),
  };
}
