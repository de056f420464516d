import type { DataCheck, DataCheckState } from './data-check.ts';

/** The states of several checks as one thing to subscribe to: the same array until one of them changes. */
export function watchStates(checks: readonly DataCheck[]) {
  let states: readonly DataCheckState[] = checks.map((check) => check.state());
  return {
    subscribe(listener: () => void) {
      const ends = checks.map((check) => check.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    read() {
      const next = checks.map((check) => check.state());
      if (next.some((state, index) => state !== states[index])) states = next;
      return states;
    },
  };
}
