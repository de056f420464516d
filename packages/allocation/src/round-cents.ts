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
  const tied: { readonly position: number; readonly remainder: bigint }[] = [];
  rounded.forEach((remainder, position) => {
    if (remainder > threshold) chosen.push(position);
    else if (remainder === threshold) tied.push({ position, remainder: remainderAt(position) });
  });
  // The sort is stable, so equal remainders stay in the order of their positions.
  tied.sort((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1));
  return [...chosen, ...tied.slice(0, count - chosen.length).map(({ position }) => position)];
}
