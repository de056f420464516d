/**
 * Chooses where the cents go that rounding down left over: to the largest remainders, which have
 * one denominator. The lower position wins a tie. Doubles keep the order of the exact remainders,
 * so only those that equal the last chosen double have to be compared exactly.
 */
export function findLargestRemainders(
  count: number,
  rounded: Float64Array,
  remainderAt: (position: number) => bigint,
): number[] {
  if (count === 0) return [];
  const threshold = rounded.toSorted()[rounded.length - count] ?? 0;
  const chosen: number[] = [];
  const tied: number[] = [];
  rounded.forEach((remainder, position) => {
    if (remainder > threshold) chosen.push(position);
    else if (remainder === threshold) tied.push(position);
  });
  for (const position of largestOf(tied, remainderAt).slice(0, count - chosen.length)) chosen.push(position);
  return chosen;
}

/** Positions by their exact remainders. Equal ones stay in order, often all of a million claims. */
function largestOf(tied: number[], remainderAt: (position: number) => bigint): number[] {
  const first = remainderAt(tied[0] ?? 0);
  if (tied.every((position) => remainderAt(position) === first)) return tied;
  return tied
    .map((position) => ({ position, remainder: remainderAt(position) }))
    .sort((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1))
    .map(({ position }) => position);
}
