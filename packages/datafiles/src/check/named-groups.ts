import type { Verdict } from './cell-result.ts';

/** Names that are met in a file, in the order in which they are met; the place of all that are too many is 0. */
export interface NamedGroups {
  readonly names: readonly string[];
  /** Looked up once for each remembered cell. */
  placeOf(verdict: Verdict): number;
}

/** A file of junk has a name for each row. */
const mostNames = 20_000;
/** A name is told apart by as much of it. */
const mostCharacters = 200;

export function nameGroups(): NamedGroups {
  const names = [''];
  const places = new Map<string, number>();
  return {
    names,
    placeOf(verdict) {
      if (verdict.group >= 0) return verdict.group;
      const name = verdict.text.slice(0, mostCharacters);
      let place = places.get(name);
      if (place === undefined) {
        place = names.length > mostNames ? 0 : names.push(name) - 1;
        if (place > 0) places.set(name, place);
      }
      verdict.group = place;
      return place;
    },
  };
}
