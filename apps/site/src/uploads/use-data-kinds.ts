import type { TableKind } from '@redress/datafiles/rules';
import { useCallback, useSyncExternalStore } from 'react';
import type { DataCheck } from '../data-check/data-check.ts';

/** Which kinds of data the checked files have. */
export function useDataKinds(checks: readonly DataCheck[]): readonly TableKind[] {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = checks.map((check) => check.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [checks],
  );
  // A text, because the same one must come back until something changes.
  const look = () => kinds.filter((kind) => checks.some((check) => hasData(check, kind))).join(' ');
  const found = useSyncExternalStore(subscribe, look, () => '');
  return kinds.filter((kind) => found.includes(kind));
}

// Not `tableKinds` of the rules: nothing of `datafiles/` belongs to the first load.
const kinds: readonly TableKind[] = ['purchases', 'membership'];

function hasData(check: DataCheck, kind: TableKind): boolean {
  const state = check.state();
  return state.name === 'checked' && state.result.outcome === 'checked' && state.result.report[kind] !== undefined;
}
