/** Bytes from `from` up to and without `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export function overlaps(one: Range, other: Range): boolean {
  return one.from < other.to && other.from < one.to;
}

/** In order, and those that touch or overlap made one: by them it is quick to say what is left of others. */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of ranges.filter(({ from, to }) => from < to).toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && range.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else merged.push(range);
  }
  return merged;
}

/** What of a range is in none of the others, which are merged. */
export function without(range: Range, others: readonly Range[]): Range[] {
  const left: Range[] = [];
  let { from } = range;
  for (let index = firstAfter(others, range.from); index < others.length; index++) {
    const other = others[index];
    if (!other || other.from >= range.to) break;
    if (other.from > from) left.push({ from, to: other.from });
    from = Math.max(from, other.to);
  }
  if (from < range.to) left.push({ from, to: range.to });
  return left;
}

/** The first of merged ranges that ends after a place. */
function firstAfter(ranges: readonly Range[], place: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.to ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
