import { describe, expect, test } from 'vitest';
import { readPictureSize } from './picture-size.ts';

const bytesOf = (...parts: readonly (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)));

describe('the size of a picture by its header', () => {
  const png = bytesOf([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR', [0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x21]);

  test('of a PNG', () => {
    expect(readPictureSize(png)).toEqual({ width: 20_000, height: 20_001 });
  });

  test.each([
    ['at once', []],
    ['after another segment', [0xff, 0xe0, 0, 4, 1, 2]],
    ['after Huffman tables, which have a marker between those of frames', [0xff, 0xc4, 0, 3, 9]],
    ['after fill bytes', [0xff, 0xff]],
  ])('of a JPEG, %s', (_name, before) => {
    const jpeg = bytesOf([0xff, 0xd8], before, [0xff, 0xc2, 0, 17, 8, 0x01, 0x00, 0x02, 0x10, 3]);
    expect(readPictureSize(jpeg)).toEqual({ width: 0x210, height: 0x100 });
  });

  test.each([
    ['nothing', []],
    ['SVG', [...Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9">')]],
    ['GIF', [...Buffer.from('GIF89a\x01\x00\x01\x00 and more bytes')]],
    ['a JPEG that ends before its frame', [0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0, 0]],
    ['a JPEG with a segment of no length', [0xff, 0xd8, 0xff, 0xe0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ])('is unknown for %s', (_name, bytes) => {
    expect(readPictureSize(Uint8Array.from(bytes))).toBeUndefined();
    expect(readPictureSize(png.subarray(0, 20))).toBeUndefined();
  });
});
