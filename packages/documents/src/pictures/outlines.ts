import { type FontName, openFont } from '../fonts.ts';
import type { Outlines, Point } from './canvas.ts';

/** Straight pieces of a curve: enough for letters of 100 pixels. */
const pieces = 8;

/** Collects outlines from drawing commands, with curves as short lines. Filling closes them. */
class Pen {
  readonly outlines: Point[][] = [];
  private at: Point = [0, 0];

  move(to: Point): void {
    this.at = to;
    this.outlines.push([to]);
  }

  line(to: Point): void {
    this.at = to;
    this.outlines[this.outlines.length - 1]?.push(to);
  }

  quadratic([cx, cy]: Point, [x, y]: Point): void {
    const [fromX, fromY] = this.at;
    for (let piece = 1; piece <= pieces; piece += 1) {
      const t = piece / pieces;
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
      this.line([a * fromX + b * cx + c * x, a * fromY + b * cy + c * y]);
    }
  }
}

/** The outlines of a line of text: `x` is its left edge, `y` its base line. */
export function textOutlines(text: string, name: FontName, size: number, x: number, y: number): Outlines {
  const font = openFont(name);
  const scale = size / font.unitsPerEm;
  const pen = new Pen();
  const { glyphs, positions } = font.layout(text);
  let left = x;
  for (const [index, glyph] of glyphs.entries()) {
    const offset = left;
    const place = (px = 0, py = 0): Point => [offset + px * scale, y - py * scale];
    for (const { command, args } of glyph.path.commands) {
      const [a, b, c, d] = args;
      if (command === 'moveTo') pen.move(place(a, b));
      else if (command === 'lineTo') pen.line(place(a, b));
      else if (command === 'quadraticCurveTo') pen.quadratic(place(a, b), place(c, d));
      else if (command !== 'closePath') throw new Error(`The font "${name}" has curves of another kind: ${command}`);
    }
    left += (positions[index]?.xAdvance ?? 0) * scale;
  }
  return pen.outlines;
}

export function textWidth(text: string, name: FontName, size: number): number {
  const font = openFont(name);
  return (font.layout(text).advanceWidth * size) / font.unitsPerEm;
}

/** Breaks a text into lines of at most `width` pixels. */
export function breakIntoLines(text: string, name: FontName, size: number, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1];
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && textWidth(longer, name, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The outlines of an SVG path of straight lines (M, L, H, V and Z, absolute or relative). */
export function pathOutlines(d: string, place: (point: Point) => Point): Outlines {
  const pen = new Pen();
  let [x, y] = [0, 0];
  let start: Point = [0, 0];
  for (const [, letter = '', numbers = ''] of d.matchAll(/([a-z])([^a-z]*)/gi)) {
    const relative = letter === letter.toLowerCase();
    const values = (numbers.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const kind = letter.toUpperCase();
    if (kind === 'Z') {
      [x, y] = start;
      continue;
    }
    if (!['M', 'L', 'H', 'V'].includes(kind))
      throw new Error(`The path has the command ${letter}: only lines are drawn.`);
    const step = kind === 'H' || kind === 'V' ? 1 : 2;
    for (let at = 0; at < values.length; at += step) {
      const [one = 0, two = 0] = [values[at], values[at + 1]];
      if (kind !== 'V') x = relative ? x + one : one;
      if (kind === 'V') y = relative ? y + one : one;
      if (step === 2) y = relative ? y + two : two;
      if (kind === 'M' && at === 0) {
        start = [x, y];
        pen.move(place(start));
      } else pen.line(place([x, y]));
    }
  }
  return pen.outlines;
}

export function rectangle(x: number, y: number, width: number, height: number): Outlines {
  return [
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ],
  ];
}
