import { useState } from 'react';
import { useCan } from '../api/use-session.ts';

/** Claims that somebody has chosen in a list, also on other pages of it. */
export interface Selection {
  /** The filters of the list, as in the address. */
  readonly query: string;
  readonly numbers: ReadonlySet<string>;
  /** Everything that the filters match, on all pages. */
  readonly isAll: boolean;
  readonly set: (numbers: Iterable<string>) => void;
  readonly selectAll: () => void;
}

/**
 * What is chosen in a list. With other filters, nothing is. Undefined for people who may not act on
 * many claims.
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
