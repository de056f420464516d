import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UnionFind } from './union-find.ts';

const elements = 40;

/** Spreads the smallest label along links until nothing changes. */
function naiveGroups(links: readonly (readonly [number, number])[]): number[][] {
  const labels = Array.from({ length: elements }, (_, index) => index);
  for (let changed = true; changed;) {
    changed = false;
    for (const [a, b] of links) {
      const least = Math.min(labels[a] ?? 0, labels[b] ?? 0);
      if (labels[a] !== least || labels[b] !== least) changed = true;
      labels[a] = least;
      labels[b] = least;
    }
  }
  return [...Map.groupBy(labels.keys(), (index) => labels[index]).values()].filter(({ length }) => length > 1);
}

const sorted = (groups: readonly (readonly number[])[]) =>
  groups.map((group) => group.toSorted((a, b) => a - b).join(' ')).toSorted();

test('the sets are those of a naive search, whatever the links and their order', () => {
  const element = fc.integer({ min: 0, max: elements - 1 });
  fc.assert(
    fc.property(fc.array(fc.tuple(element, element), { maxLength: 60 }), (links) => {
      const sets = new UnionFind<number>();
      for (const [a, b] of links) sets.union(a, b);
      expect(sorted(sets.groups(Array.from({ length: elements }, (_, index) => index)))).toEqual(
        sorted(naiveGroups(links)),
      );
    }),
  );
});
