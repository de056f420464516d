/** A range excludes `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Edits overwrite bytes in place. The file keeps its length, so offsets into it stay valid. */
export interface Edit {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** A plan strips a file. Undefined when its structure is not understood. */
export type EditPlan = readonly Edit[] | undefined;

export function fillZeros({ from, to }: Range): Edit {
  return { at: from, bytes: new Uint8Array(Math.max(0, to - from)) };
}

/** Overwrites a range with `bytes`, which must fit, and zeros after them. */
export function replace({ from, to }: Range, bytes: Uint8Array): Edit {
  const filled = new Uint8Array(to - from);
  filled.set(bytes);
  return { at: from, bytes: filled };
}

/** Returns a changed copy, or undefined when the edits change nothing. Later edits count. */
export function applyEdits(bytes: Buffer, edits: readonly Edit[]): Buffer | undefined {
  const changed = Buffer.from(bytes);
  for (const edit of edits) if (edit.bytes.length > 0) changed.set(edit.bytes, edit.at);
  return changed.equals(bytes) ? undefined : changed;
}

/** Sorts ranges and joins those that touch or overlap. Drops empty ones. */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of ranges.filter(({ from, to }) => from < to).toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && range.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else merged.push(range);
  }
  return merged;
}

/** Returns the parts of a range outside all `merged` ranges. */
export function subtractRanges(range: Range, merged: readonly Range[]): Range[] {
  const rest: Range[] = [];
  let { from } = range;
  for (let index = firstEndingAfter(merged, range.from); index < merged.length; index++) {
    const other = merged[index];
    if (!other || other.from >= range.to) break;
    if (other.from > from) rest.push({ from, to: other.from });
    from = Math.max(from, other.to);
  }
  if (from < range.to) rest.push({ from, to: range.to });
  return rest;
}

/** `merged` comes from `mergeRanges`. */
export function overlapsAny(range: Range, merged: readonly Range[]): boolean {
  const other = merged[firstEndingAfter(merged, range.from)];
  return range.from < range.to && other !== undefined && other.from < range.to;
}

// A binary search is needed because 100,000 ranges are tested against as many others.
function firstEndingAfter(merged: readonly Range[], offset: number): number {
  let [low, high] = [0, merged.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((merged[middle]?.to ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
