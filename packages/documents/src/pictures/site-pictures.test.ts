import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createCanvas, encodePng, fill } from './canvas.ts';
import { breakIntoLines, pathOutlines, rectangle, textOutlines, textWidth } from './outlines.ts';
import { renderIcon, renderPreview } from './site-pictures.ts';

/** Reads a PNG by its specification: size, and the color of a pixel as `#rrggbb`. */
function readPng(file: Buffer) {
  expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const body = file.subarray(at + 4, at + 8 + length);
    expect(file.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.set(body.subarray(0, 4).toString('latin1'), body.subarray(4));
    at += length + 12;
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  return {
    width,
    height,
    at(x: number, y: number): string {
      const start = y * (width * 3 + 1) + 1 + x * 3;
      return `#${rows.subarray(start, start + 3).toString('hex')}`;
    },
  };
}

describe('a filled outline', () => {
  it('covers whole pixels fully, and cut pixels by their share', () => {
    const canvas = createCanvas(4, 3, '#000000');
    fill(canvas, rectangle(0.5, 1, 2, 1.25), '#ffffff');
    const picture = readPng(encodePng(canvas));
    const row = (y: number) => [0, 1, 2, 3].map((x) => picture.at(x, y));
    expect(row(0)).toEqual(['#000000', '#000000', '#000000', '#000000']);
    expect(row(1)).toEqual(['#808080', '#ffffff', '#808080', '#000000']);
    // A quarter of the height: 255 / 4 is 64, and half of that is 32.
    expect(row(2)).toEqual(['#202020', '#404040', '#202020', '#000000']);
  });

  it('has the area of its shape, whatever its slope', () => {
    const canvas = createCanvas(100, 100, '#000000');
    fill(
      canvas,
      pathOutlines('M10 10L90 37.5 42 88z', (point) => point),
      '#ffffff',
    );
    const total = canvas.pixels.reduce((sum, value) => sum + value, 0) / 3 / 255;
    // The shoelace formula.
    const area = Math.abs(10 * (37.5 - 88) + 90 * (88 - 10) + 42 * (10 - 37.5)) / 2;
    expect(total).toBeCloseTo(area, -1);
  });

  it('leaves the hole of a letter open', () => {
    const canvas = createCanvas(100, 100, '#000000');
    fill(canvas, textOutlines('O', 'bold', 100, 10, 90), '#ffffff');
    const picture = readPng(encodePng(canvas));
    const middle = Math.round(10 + textWidth('O', 'bold', 100) / 2);
    expect(picture.at(middle, 54)).toBe('#000000');
    expect(picture.at(18, 54)).toBe('#ffffff');
  });
});

it('breaks a name into lines that fit', () => {
  const lines = breakIntoLines('Antitrust Settlement of Everyone and Everything', 'bold', 84, 1040);
  expect(lines.join(' ')).toBe('Antitrust Settlement of Everyone and Everything');
  expect(lines.length).toBe(2);
  for (const line of lines) expect(textWidth(line, 'bold', 84)).toBeLessThanOrEqual(1040);
});

it('draws the icon at any size, without rounded corners', () => {
  const picture = readPng(renderIcon(180));
  expect([picture.width, picture.height]).toEqual([180, 180]);
  expect(picture.at(0, 0)).toBe('#0b5567');
  // The middle of the pediment, of a column, and between two columns.
  expect(picture.at(90, 50)).toBe('#ffffff');
  expect(picture.at(90, 100)).toBe('#ffffff');
  expect(picture.at(70, 100)).toBe('#0b5567');
});

it('draws a preview of the size that link previews use, with another picture for another name', () => {
  const texts = { name: 'Example Settlement', caption: 'In re Example', banner: 'Run by order of the court' };
  const preview = renderPreview(texts);
  const picture = readPng(preview);
  expect([picture.width, picture.height]).toEqual([1200, 630]);
  expect(picture.at(5, 5)).toBe('#0b5567');
  expect(picture.at(5, 300)).toBe('#fbfaf6');
  expect(renderPreview({ ...texts, name: 'Ejemplo' }).equals(preview)).toBe(false);
});
