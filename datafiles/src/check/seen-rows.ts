/**
 * Remembers rows by their prints of 64 bits, and finds those that say the same as an earlier one. (Two rows that differ have one print in
 * one of 2^64 cases: among five million rows, in less than one file of a million.)
 *
 * The memory is bounded: an open-addressing table of 12 bytes a place that grows by doubling, to `mostPlaces` and no further. From then on
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
  /** The position of the earlier row with the same print, or 0 when there is none; then it is remembered. Positions begin with 1. */
  see(lane1: number, lane2: number, position: number): number;
}

/** Of one place: both lanes and the position. */
const width = 3;
const fullest = 0.75;

export function rememberRows(mostPlaces: number = 1 << 23): SeenRows {
  let places = Math.min(1 << 12, mostPlaces);
  let mask = places - 1;
  let table = new Int32Array(places * width);
  let most = places * fullest;
  let taken = 0;
  /** The lowest bits of the second lane, spread, that must be zero. */
  let partMask = 0;

  function see(lane1: number, lane2: number, position: number): number {
    if (partMask !== 0 && (spread(lane2) & partMask) !== 0) return 0;
    let at = (lane1 ^ (lane2 << 7)) & mask;
    for (;;) {
      const index = at * width;
      const held = table[index + 2] ?? 0;
      if (held === 0) {
        table[index] = lane1;
        table[index + 1] = lane2;
        table[index + 2] = position;
        taken += 1;
        if (taken > most) makeRoom();
        return 0;
      }
      if (table[index] === lane1 && table[index + 1] === lane2) return held;
      at = (at + 1) & mask;
    }
  }
  function makeRoom(): void {
    if (places < mostPlaces) places *= 2;
    else partMask = partMask * 2 + 1;
    fillAnew();
  }
  function fillAnew(): void {
    const before = table;
    mask = places - 1;
    most = places * fullest;
    taken = 0;
    table = new Int32Array(places * width);
    for (let index = 0; index < before.length; index += width) {
      const position = before[index + 2] ?? 0;
      if (position !== 0) see(before[index] ?? 0, before[index + 1] ?? 0, position);
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
      if (rows <= most || places === mostPlaces) return;
      while (rows > places * fullest && places < mostPlaces) places *= 2;
      fillAnew();
    },
    see,
  };
}

/** Makes the lowest bits depend on all. */
function spread(lane: number): number {
  const mixed = Math.imul(lane ^ (lane >>> 16), 0x45d9f3b);
  return mixed ^ (mixed >>> 16);
}
