export interface DuplicateRow {
  readonly index: number;
  readonly line: number;
  readonly units: number;
  /** The line of the earlier row, with the sheet's name if it is in another one: `Sheet1!7`. */
  readonly earlier: number | string;
  /** The number of duplicates that this one represents. */
  readonly weight: number;
}

/** Finds the rows of a file that repeat an earlier one, by their 64-bit fingerprints. */
export function createDuplicateFinder(maxSlots?: number) {
  const rows = createRowIndex(maxSlots);
  /** The positions of a table begin after the last one of the preceding table. */
  const tables: { readonly start: number; readonly sheet: string | undefined }[] = [];
  let start = 0;
  let last = 0;
  let queued = 0;
  /** This sum keeps the compiler from removing the prefetches. */
  let prefetched = 0;
  let numbers = new Int32Array(4 * 4_096);
  let amounts = new Float64Array(4_096);

  function growQueue(): void {
    const [numbersBefore, amountsBefore] = [numbers, amounts];
    numbers = new Int32Array(numbers.length * 2);
    amounts = new Float64Array(amounts.length * 2);
    numbers.set(numbersBefore);
    amounts.set(amountsBefore);
  }
  function describePosition(position: number): number | string {
    const before = tables.filter((table) => table.start < position);
    const table = before[before.length - 1];
    const line = position - (table?.start ?? 0);
    return table?.sheet === undefined || table.start === start ? line : `${table.sheet}!${line}`;
  }

  return {
    /** The rows that follow belong to this table. */
    beginTable(sheet: string | undefined): void {
      start = last;
      tables.push({ start, sheet });
    },
    expect: rows.expect,
    /** Queues a row. `index` is its index in the batch. */
    add(hash1: number, hash2: number, line: number, index: number, units: number): void {
      if (queued === amounts.length) growQueue();
      const at = queued * 4;
      numbers[at] = hash1;
      numbers[at + 1] = hash2;
      numbers[at + 2] = line;
      numbers[at + 3] = index;
      amounts[queued] = units;
      queued += 1;
    },
    /** Looks up all queued rows at once, which overlaps the memory reads: several times as fast. */
    flush(onDuplicate: (duplicate: DuplicateRow) => void): void {
      for (let row = 0; row < queued; row += 1)
        prefetched ^= rows.prefetch(numbers[row * 4] ?? 0, numbers[row * 4 + 1] ?? 0);
      for (let row = 0; row < queued; row += 1) {
        const at = row * 4;
        const line = numbers[at + 2] ?? 0;
        last = start + line;
        const earlier = rows.findOrAdd(numbers[at] ?? 0, numbers[at + 1] ?? 0, last);
        if (earlier !== 0)
          onDuplicate({
            index: numbers[at + 3] ?? 0,
            line,
            units: amounts[row] ?? 0,
            earlier: describePosition(earlier),
            weight: rows.weight,
          });
      }
      queued = 0;
    },
    /** True when there were more rows than the index holds. */
    get isEstimate(): boolean {
      return rows.isEstimate;
    },
  };
}

/**
 * A slot has an entry’s number and a part of its fingerprint, so few lookups read a wrong entry.
 */
const entryBits = 23;
const entryMask = (1 << entryBits) - 1;
const maxLoad = 0.75;
/** An entry has both hashes and the position. Entries are stored in blocks. */
const width = 3;
const blockEntries = 1 << 16;

/**
 * Remembers rows by fingerprint. (Among five million different rows, two share a fingerprint in
 * less than one file in a million.)
 *
 * An open-addressing hash table that doubles up to `maxSlots`, plus 12 bytes for each row. Once it
 * is full, only the rows in one half of all fingerprints are kept and looked up, then a quarter,
 * and so on. Fingerprints are spread evenly and a kept row was known from the start, so each
 * duplicate then counts for two, four and so on: exact up to about six million rows, an unbiased
 * estimate beyond.
 */
export function createRowIndex(maxSlots: number = 1 << entryBits) {
  let slotCount = Math.min(1 << 12, maxSlots);
  let mask = slotCount - 1;
  let slots = new Int32Array(slotCount);
  let maxEntries = slotCount * maxLoad;
  let blocks: Int32Array[] = [];
  let entries = 0;
  /** These low bits of the second hash must be zero after `spread`. */
  let sampleMask = 0;

  /** Returns the position (from 1) of an earlier equal row, or 0 after adding this one. */
  function findOrAdd(hash1: number, hash2: number, position: number): number {
    if (sampleMask !== 0 && (spread(hash2) & sampleMask) !== 0) return 0;
    const tag = hash2 & ~entryMask;
    let at = (hash1 ^ (hash2 << 7)) & mask;
    for (;;) {
      const slot = slots[at] ?? 0;
      if (slot === 0) break;
      if ((slot & ~entryMask) === tag) {
        const entry = (slot & entryMask) - 1;
        const block = blocks[entry >>> 16];
        const index = (entry & (blockEntries - 1)) * width;
        if (block !== undefined && block[index] === hash1 && block[index + 1] === hash2) return block[index + 2] ?? 0;
      }
      at = (at + 1) & mask;
    }
    const entry = entries;
    if ((entry & (blockEntries - 1)) === 0 && blocks.length === entry >>> 16)
      blocks.push(new Int32Array(blockEntries * width));
    const block = blocks[entry >>> 16];
    const index = (entry & (blockEntries - 1)) * width;
    if (block !== undefined) {
      block[index] = hash1;
      block[index + 1] = hash2;
      block[index + 2] = position;
    }
    entries += 1;
    slots[at] = tag | entries;
    if (entries > maxEntries) {
      if (slotCount < maxSlots) growTo(slotCount * 2);
      else halve();
    }
    return 0;
  }
  function growTo(newSlotCount: number): void {
    slotCount = newSlotCount;
    mask = slotCount - 1;
    maxEntries = slotCount * maxLoad;
    slots = new Int32Array(slotCount);
    for (let entry = 0; entry < entries; entry += 1) {
      const block = blocks[entry >>> 16];
      const index = (entry & (blockEntries - 1)) * width;
      const [hash1, hash2] = block ? [block[index] ?? 0, block[index + 1] ?? 0] : [0, 0];
      let at = (hash1 ^ (hash2 << 7)) & mask;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = (hash2 & ~entryMask) | (entry + 1);
    }
  }
  /** Drops half of the fingerprints, from now on and among the entries. */
  function halve(): void {
    const [blocksBefore, entriesBefore] = [blocks, entries];
    sampleMask = sampleMask * 2 + 1;
    slots = new Int32Array(slotCount);
    blocks = [];
    entries = 0;
    for (let entry = 0; entry < entriesBefore; entry += 1) {
      const block = blocksBefore[entry >>> 16];
      const index = (entry & (blockEntries - 1)) * width;
      if (block) findOrAdd(block[index] ?? 0, block[index + 1] ?? 0, block[index + 2] ?? 0);
    }
  }
  return {
    get isEstimate(): boolean {
      return sampleMask > 0;
    },
    /** The number of rows that each found row represents. */
    get weight(): number {
      return sampleMask + 1;
    },
    /** Growing once for the expected number of rows is cheaper than growing often. */
    expect(rows: number): void {
      let enough = slotCount;
      while (rows > enough * maxLoad && enough < maxSlots) enough *= 2;
      if (enough > slotCount) growTo(enough);
    },
    /** Reads a row's slot, so that `findOrAdd` finds it in the processor's cache. */
    prefetch: (hash1: number, hash2: number): number => slots[(hash1 ^ (hash2 << 7)) & mask] ?? 0,
    findOrAdd,
  };
}

/** Mixes the hash so that its low bits depend on all bits. */
function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return mixed ^ (mixed >>> 16);
}

/**
 * Two 32-bit hashes distinguish strings. Their seeds are constant, so that reports are
 * reproducible.
 */
type Fingerprint = Int32Array;

/** `fingerprintText` fills it, because returning two numbers would take an allocation. */
export function newFingerprint(): Fingerprint {
  return new Int32Array(2);
}

/** `LineCells` computes the same fingerprints for the cells of a line. */
export function fingerprintText(text: string, fingerprint: Fingerprint): void {
  const { length } = text;
  let hash1 = 0x3c6ef372;
  let hash2 = 0x2545f491;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    hash1 = Math.imul(hash1 ^ code, 0x9e3779b1);
    hash2 = Math.imul(hash2 ^ code, 0x5f356495);
  }
  fingerprint[0] = hash1;
  fingerprint[1] = hash2;
}

/** The fingerprint of a row starts with these seeds and mixes in one cell after another. */
export const rowSeed1 = 0x3c6ef372;
export const rowSeed2 = 0x1f83d9ab;
export function mixHash1(hash: number, cell: number): number {
  const mixed = Math.imul(hash ^ cell ^ (cell >>> 15), 0x9e3779b1);
  return mixed ^ (mixed >>> 16);
}
export function mixHash2(hash: number, cell: number): number {
  const mixed = Math.imul(hash ^ cell ^ (cell >>> 13), 0x5f356495);
  return mixed ^ (mixed >>> 15);
}
