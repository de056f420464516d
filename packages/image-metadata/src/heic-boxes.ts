/** A box of a file of boxes (ISO/IEC 14496-12): all of it, and its parts, as places in the file. */
export interface Box {
  readonly type: string;
  readonly from: number;
  readonly typeAt: number;
  /** After its length and type. */
  readonly content: number;
  readonly to: number;
}

/** No picture has more in one place. */
const mostBoxes = 100_000;

/** The boxes one after the other from a place to another; undefined when they do not fill it exactly. The last may say that it has the rest. */
export function readBoxes(bytes: Buffer, from: number, to: number): Box[] | undefined {
  const boxes: Box[] = [];
  for (let at = from; at < to;) {
    if (at + 8 > to || boxes.length >= mostBoxes) return undefined;
    const short = bytes.readUInt32BE(at);
    if (short === 1 && at + 16 > to) return undefined;
    const length = short === 0 ? to - at : short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    const content = at + (short === 1 ? 16 : 8);
    const end = at + length;
    if (end < content || end > to) return undefined;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), from: at, typeAt: at + 4, content, to: end });
    at = end;
  }
  return boxes;
}
