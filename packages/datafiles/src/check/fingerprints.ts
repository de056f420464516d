/** Two 32-bit hashes that distinguish texts, with constant seeds for reproducible reports. */
export type Fingerprint = Int32Array;

/** Filled by `fingerprintText`, because a function cannot return two numbers without an allocation. */
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

/** The fingerprint of a row starts with these seeds and mixes in one cell after the other. */
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
