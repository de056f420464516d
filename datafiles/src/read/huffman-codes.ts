/** A prefix code of DEFLATE: the next `maxLength` bits, the first one lowest, give `symbol << 4 | length`; 0 is no code. */
export interface CodeTable {
  readonly symbols: Uint16Array;
  readonly maxLength: number;
}

/** The canonical code that RFC 1951, 3.2.2, makes from the lengths of its words. */
export function makeCodeTable(lengths: Uint8Array): CodeTable {
  const maxLength = Math.max(1, ...lengths);
  const symbols = new Uint16Array(1 << maxLength);
  let code = 0;
  for (let length = 1; length <= maxLength; length++) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      const step = 1 << length;
      for (let place = reverseBits(code, length); place < symbols.length; place += step)
        symbols[place] = (symbol << 4) | length;
      code++;
    }
    code <<= 1;
  }
  return { symbols, maxLength };
}

function reverseBits(code: number, length: number): number {
  let reversed = 0;
  for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
  return reversed;
}

/** The order in which a block gives the lengths of the code for lengths. */
export const codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const;

/** How many bits follow a length's symbol (from 257) and a distance's, and where what they say begins (RFC 1951, 3.2.5). */
export const lengthExtra = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
export const distanceExtra = [0, 0, 0, 0, ...Array.from({ length: 26 }, (_none, index) => (index >> 1) + 1)];
/** 258 has a symbol of its own, though the one before it could say it too. */
export const lengthBase = [...startsOf(lengthExtra.slice(0, 28), 3), 258];
export const distanceBase = startsOf(distanceExtra, 1);

function startsOf(extraBits: readonly number[], first: number): number[] {
  let next = first;
  return extraBits.map((bits) => {
    const start = next;
    next += 1 << bits;
    return start;
  });
}

/** The code that blocks without tables of their own use. */
export const fixedLiterals = makeCodeTable(
  Uint8Array.from({ length: 288 }, (_none, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
);
export const fixedDistances = makeCodeTable(new Uint8Array(30).fill(5));
