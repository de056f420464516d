/** A source of pseudo-random choices: the same seed gives the same choices on every machine. */
export type Random = ReturnType<typeof createRandom>;

export function createRandom(seed: string) {
  let state = hashText(seed);

  /** Returns a number from 0 up to, but not including, 1 (mulberry32). */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));

  return {
    next,
    /** Both limits are included. */
    integer,
    chance: (share: number) => next() < share,
    pick<T>(list: readonly T[]): T {
      const picked = list[integer(0, list.length - 1)];
      if (picked === undefined) throw new RangeError('The list is empty');
      return picked;
    },
    /** Picks an item with a probability proportional to its weight. */
    pickWeighted<T>(list: readonly (readonly [item: T, weight: number])[]): T {
      const total = list.reduce((sum, [, weight]) => sum + weight, 0);
      let rest = next() * total;
      for (const [item, weight] of list) {
        rest -= weight;
        if (rest < 0) return item;
      }
      const last = list.at(-1);
      if (!last) throw new RangeError('The list is empty');
      return last[0];
    },
    /** Returns numbers mostly near the median, and sometimes many times higher. */
    logNormal(median: number, spread: number): number {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(spread * normal);
    },
    /** Returns many small values and few large ones. */
    exponential: (mean: number) => -mean * Math.log(1 - next()),
  };
}

/** Computes a hash with FNV-1a. */
function hashText(text: string): number {
  let hashed = 0x811c9dc5;
  for (const character of text) hashed = Math.imul(hashed ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hashed;
}
