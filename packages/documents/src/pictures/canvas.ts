import { crc32, deflateSync } from 'node:zlib';

export type Point = readonly [x: number, y: number];
/** Closed outlines. Where they overlap, opposite directions make a hole, as in fonts. */
export type Outlines = readonly (readonly Point[])[];

/** A picture without transparency, drawn from filled outlines. Enough for icons and a title. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue per pixel, row by row. */
  readonly pixels: Uint8Array;
}

type Color = readonly [red: number, green: number, blue: number];

/** `#0b5567` as its three parts. */
function parseColor(hex: string): Color {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

export function createCanvas(width: number, height: number, background: string): Canvas {
  const pixels = new Uint8Array(width * height * 3);
  const color = parseColor(background);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = color[at % 3] ?? 0;
  return { width, height, pixels };
}

/** Fills outlines with smooth edges: a pixel takes the color by the share that is covered. */
export function fill(canvas: Canvas, outlines: Outlines, hex: string): void {
  const { width, height, pixels } = canvas;
  const covered = coverage(outlines, width, height);
  const color = parseColor(hex);
  for (let row = 0; row < height; row += 1) {
    let sum = 0;
    for (let column = 0; column < width; column += 1) {
      sum += covered[row * (width + 2) + column] ?? 0;
      const share = Math.min(1, Math.abs(sum));
      if (share < 1 / 512) continue;
      const at = (row * width + column) * 3;
      for (let part = 0; part < 3; part += 1)
        pixels[at + part] = Math.round((pixels[at + part] ?? 0) * (1 - share) + (color[part] ?? 0) * share);
    }
  }
}

/**
 * The change of the covered area from each pixel to the next in its row, with its sign by the
 * direction of the edge. The sum along a row is the covered share (as in the font-rs rasterizer).
 */
function coverage(outlines: Outlines, width: number, height: number): Float32Array {
  const stride = width + 2;
  const changes = new Float32Array(stride * height);
  for (const outline of outlines)
    for (const [index, from] of outline.entries()) addEdge(from, outline[(index + 1) % outline.length] ?? from);
  return changes;

  function addEdge(from: Point, to: Point): void {
    if (from[1] === to[1]) return;
    const sign = from[1] < to[1] ? 1 : -1;
    const [[x0, y0], [x1, y1]] = sign === 1 ? [from, to] : [to, from];
    const slope = (x1 - x0) / (y1 - y0);
    for (let row = Math.max(0, Math.floor(y0)); row < Math.min(height, Math.ceil(y1)); row += 1) {
      const top = Math.max(row, y0);
      const bottom = Math.min(row + 1, y1);
      const [a, b] = [x0 + (top - y0) * slope, x0 + (bottom - y0) * slope];
      addSpan(row, clamp(Math.min(a, b)), clamp(Math.max(a, b)), sign * (bottom - top));
    }
  }

  /** An edge from `left` to `right` within one row, of which it takes the height `tall`. */
  function addSpan(row: number, left: number, right: number, tall: number): void {
    const last = Math.floor(right);
    let passed = 0;
    let previous = 0;
    for (let column = Math.floor(left); column <= last; column += 1) {
      const [start, end] = [Math.max(left, column), Math.min(right, column + 1)];
      const part = right === left ? 1 : (end - start) / (right - left);
      const area = passed + part * (column + 1 - (start + end) / 2);
      change(row, column, tall * (area - previous));
      passed += part;
      previous = area;
    }
    change(row, last + 1, tall * (1 - previous));
  }

  function change(row: number, column: number, by: number): void {
    const at = row * stride + column;
    changes[at] = (changes[at] ?? 0) + by;
  }

  function clamp(x: number): number {
    return Math.min(width, Math.max(0, x));
  }
}

/** The canvas as a PNG file. */
export function encodePng({ width, height, pixels }: Canvas): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per channel, RGB, then the only compression and filter methods, not interlaced.
  header.set([8, 2, 0, 0, 0], 8);
  // Each row begins with its filter: none.
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let row = 0; row < height; row += 1)
    rows.set(pixels.subarray(row * width * 3, (row + 1) * width * 3), row * (width * 3 + 1) + 1);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
