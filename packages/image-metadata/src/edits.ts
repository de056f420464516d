/** Bytes to write over others in their place; the file keeps its length, so that whatever points into it still does. */
export interface Edit {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** What is to be done about a picture's metadata; undefined when the picture's structure is not understood, and nothing may be touched. */
export type Plan = readonly Edit[] | undefined;

/** Zeros from `from` up to and without `to`. */
export function blank(from: number, to: number): Edit {
  return { at: from, bytes: new Uint8Array(Math.max(0, to - from)) };
}

/** `bytes` at the start of a place that ends at `to`, and zeros after them. They fit. */
export function replace(from: number, to: number, bytes: Uint8Array): Edit {
  const filled = new Uint8Array(to - from);
  filled.set(bytes);
  return { at: from, bytes: filled };
}

/** A changed copy, or undefined when there is nothing to change. */
export function applyEdits(bytes: Buffer, edits: readonly Edit[]): Buffer | undefined {
  const changes = edits.filter((edit) => !bytes.subarray(edit.at, edit.at + edit.bytes.length).equals(edit.bytes));
  if (changes.length === 0) return undefined;
  const changed = Buffer.from(bytes);
  for (const { at, bytes: written } of changes) changed.set(written, at);
  return changed;
}
