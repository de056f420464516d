/**
 * Reads a QR code of version 1 (21 × 21 modules) without damage, by ISO/IEC 18004 and independently
 * of the program's encoder. `isDark` looks at a module.
 */
export function readQrCode(isDark: (x: number, y: number) => boolean): string {
  const size = 21;
  const bit = (x: number, y: number) => (isDark(x, y) ? 1 : 0);
  // The mask's number is in the format beside the upper left finder pattern.
  const format = [0, 1, 2, 3, 4].reduce((sum, x) => sum * 2 + bit(x, 8), 0) ^ 0b10101;
  const isMasked = masks[format & 0b111];
  if (!isMasked) throw new Error('The QR code has no mask');
  const isFunction = (x: number, y: number) =>
    x === 6 || y === 6 || (x < 9 && y < 9) || (x > 12 && y < 9) || (x < 9 && y > 12);
  const bits: number[] = [];
  for (const [index, right] of [20, 18, 16, 14, 12, 10, 8, 5, 3, 1].entries())
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = index % 2 === 0 ? size - 1 - step : step;
        if (!isFunction(x, y)) bits.push(bit(x, y) ^ (isMasked(x, y) ? 1 : 0));
      }

  let at = 0;
  const take = (count: number) => bits.slice(at, (at += count)).reduce((sum, one) => sum * 2 + one, 0);
  let text = '';
  for (let mode = take(4); mode !== 0; mode = take(4)) {
    if (mode === 0b0100) {
      const count = take(8);
      text += String.fromCharCode(...Array.from({ length: count }, () => take(8)));
    } else if (mode === 0b0010) {
      for (let left = take(9); left > 0; left -= 2) {
        const value = take(left > 1 ? 11 : 6);
        text += (left > 1 ? (alphanumeric[Math.floor(value / 45)] ?? '') : '') + (alphanumeric[value % 45] ?? '');
      }
    } else throw new Error(`The QR code has the mode ${mode}`);
  }
  return text;
}

const alphanumeric = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];
