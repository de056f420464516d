import { nameWordsOf } from '../../claims/filing/name-words.ts';

/** How well two strings match, from 0 to 1. */
export type Similarity = number;

const streetWords: Readonly<Record<string, string>> = {
  street: 'st',
  avenue: 'ave',
  av: 'ave',
  road: 'rd',
  drive: 'dr',
  lane: 'ln',
  court: 'ct',
  boulevard: 'blvd',
  place: 'pl',
  terrace: 'ter',
  highway: 'hwy',
  parkway: 'pkwy',
  apartment: 'apt',
  suite: 'ste',
  unit: 'apt',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
};

const streetWordsOf = (text: string): string[] => nameWordsOf(text).map((word) => streetWords[word] ?? word);

/** Typing errors lower the similarity only a little, and the order of names is ignored. */
export const compareNames = (one: string, other: string): Similarity =>
  compareWords(nameWordsOf(one), nameWordsOf(other));
export const compareStreets = (one: string, other: string): Similarity =>
  compareWords(streetWordsOf(one), streetWordsOf(other));

/** Also compares in the given order, because a typing error can change the alphabetical one. */
function compareWords(one: readonly string[], other: readonly string[]): Similarity {
  return Math.max(
    compare(one.join(' '), other.join(' ')),
    compare(one.toSorted().join(' '), other.toSorted().join(' ')),
  );
}

/** Of longer strings, only the beginnings are compared. */
const maxCompared = 80;

function compare(one: string, other: string): Similarity {
  if (one === '' || other === '') return 0;
  if (one === other) return 1;
  const [left, right] = [one.slice(0, maxCompared), other.slice(0, maxCompared)];
  return 1 - countEdits(left, right) / Math.max(left.length, right.length);
}

/** Counts insertions, deletions, replacements and swaps of neighbors (Damerau-Levenshtein). */
function countEdits(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(isSwap ? Math.min(best, (beforeLast[column - 2] ?? 0) + 1) : best);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
