/**
 * Remembers rows by their prints of 64 bits, and finds those that say the same as an earlier one. (Two rows that differ have one print in
 * one of 2^64 cases: among five million rows, in less than one file of a million.)
 *
 * The memory is bounded: an open-addressing table that grows by doubling, to `mostPlaces` and no further, and 12 bytes for each row. From then on
 * only rows whose print lies in one half of all prints are remembered and looked at, then in a quarter, and so on. Prints are spread
 * evenly, and a row of the part that is left has been remembered from the beginning: each repeat that is found then stands for two, for four,
 * and so on. Up to about six million rows the result is exact; beyond, it is an estimate without bias.
 */
export interface SeenRows {
  /** True when only a part of the rows is looked at. */
  readonly isEstimate: boolean;
  /** For how many rows each one that is found stands. */
  readonly share: number;
  /** About so many rows will come: growing once is cheaper than often. */
  expect(rows: number): void;
  /** Looks where a row would lie, and gives something of no meaning: `see` finds that place in the processor's cache then. */
  touch(lane1: number, lane2: number): number;
  /** The position of the earlier row with the same print, or 0 when there is none; then it is remembered. Positions begin with 1. */
  see(lane1: number, lane2: number, position: number): number;
}

/**
 * A place holds the number of an entry (from 1) and a few more bits of its print, so that other rows are seldom looked up for nothing. What
 * is read at random is a third as large by this: memory that is read here and there is what costs time.
 */
const entryBits = 23;
const entryMask = (1 << entryBits) - 1;
const fullest = 0.75;
/** Entries lie one behind the other, in blocks: both lanes and the position. */
const width = 3;
const blockEntries = 1 << 16;

export function rememberRows(mostPlaces: number = 1 << entryBits): SeenRows {
  let places = Math.min(1 << 12, mostPlaces);
  let mask = places - 1;
  let slots = new Int32Array(places);
  let most = places * fullest;
  let blocks: Int32Array[] = [];
  let taken = 0;
  /** The lowest bits of the second lane, spread, that must be zero. */
  let partMask = 0;

  function see(lane1: number, lane2: number, position: number): number {
    if (partMask !== 0 && (spread(lane2) & partMask) !== 0) return 0;
    const tag = lane2 & ~entryMask;
    let at = (lane1 ^ (lane2 << 7)) & mask;
    for (;;) {
      const held = slots[at] ?? 0;
      if (held === 0) break;
      if ((held & ~entryMask) === tag) {
        const entry = (held & entryMask) - 1;
        const block = blocks[entry >>> 16];
        const index = (entry & (blockEntries - 1)) * width;
        if (block !== undefined && block[index] === lane1 && block[index + 1] === lane2) return block[index + 2] ?? 0;
      }
      at = (at + 1) & mask;
    }
    const entry = taken;
    if ((entry & (blockEntries - 1)) === 0 && blocks.length === entry >>> 16)
      blocks.push(new Int32Array(blockEntries * width));
    const block = blocks[entry >>> 16];
    const index = (entry & (blockEntries - 1)) * width;
    if (block !== undefined) {
      block[index] = lane1;
      block[index + 1] = lane2;
      block[index + 2] = position;
    }
    taken += 1;
    slots[at] = tag | taken;
    if (taken > most) makeRoom();
    return 0;
  }
  function makeRoom(): void {
    if (places < mostPlaces) growTo(places * 2);
    else halve();
  }
  function growTo(morePlaces: number): void {
    places = morePlaces;
    mask = places - 1;
    most = places * fullest;
    slots = new Int32Array(places);
    for (let entry = 0; entry < taken; entry += 1) {
      const block = blocks[entry >>> 16];
      const index = (entry & (blockEntries - 1)) * width;
      const [lane1, lane2] = block ? [block[index] ?? 0, block[index + 1] ?? 0] : [0, 0];
      let at = (lane1 ^ (lane2 << 7)) & mask;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = (lane2 & ~entryMask) | (entry + 1);
    }
  }
  /** Leaves half of the prints out, from now on and of those that are remembered. */
  function halve(): void {
    const [before, entries] = [blocks, taken];
    partMask = partMask * 2 + 1;
    slots = new Int32Array(places);
    blocks = [];
    taken = 0;
    for (let entry = 0; entry < entries; entry += 1) {
      const block = before[entry >>> 16];
      const index = (entry & (blockEntries - 1)) * width;
      if (block) see(block[index] ?? 0, block[index + 1] ?? 0, block[index + 2] ?? 0);
    }
  }
  return {
    get isEstimate() {
      return partMask > 0;
    },
    get share() {
      return partMask + 1;
    },
    expect(rows) {
      let enough = places;
      while (rows > enough * fullest && enough < mostPlaces) enough *= 2;
      if (enough > places) growTo(enough);
    },
    touch: (lane1, lane2) => slots[(lane1 ^ (lane2 << 7)) & mask] ?? 0,
    see,
  };
}

/** Makes the lowest bits depend on all. */
function spread(lane: number): number {
  const mixed = Math.imul(lane ^ (lane >>> 16), 0x45d9f3b);
  return mixed ^ (mixed >>> 16);
}
