/** Below so many values Unique IDs could be found by trying (docs/login.md). */
const fewValues = 1e11;
/** Of fewer IDs nothing can be told: not every character comes up in each place. */
const leastIds = 200;

export interface UniqueIdValues {
  take(uniqueId: string): void;
  /** How many values IDs of this kind could have at most, when that is so few that they could be found by trying. */
  fewOf(): number | undefined;
}

/** Watches which characters come up in which place. IDs that are counted up, or made of digits only, show themselves; other patterns do not. */
export function uniqueIdValues(): UniqueIdValues {
  const seen: Set<string>[] = [];
  let ids = 0;
  return {
    take(uniqueId) {
      ids += 1;
      for (const [place, character] of [...uniqueId].entries()) (seen[place] ??= new Set()).add(character);
    },
    fewOf() {
      const values = seen.reduce((product, characters) => product * characters.size, 1);
      return ids >= leastIds && values < fewValues ? values : undefined;
    },
  };
}
