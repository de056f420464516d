import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as sample from '../fixtures/sample-images.ts';
import { type ImageType, stripMetadata } from './strip-metadata.ts';

const samples: readonly (readonly [string, ImageType, (orientation: number) => Buffer])[] = [
  ['a JPEG', 'jpg', (orientation) => sample.jpegWithMetadata(orientation)],
  ['a PNG', 'png', (orientation) => sample.pngWithMetadata(orientation)],
  ['a little-endian TIFF', 'tif', (orientation) => sample.tiffWithMetadata(true, orientation)],
  ['a big-endian TIFF', 'tif', (orientation) => sample.tiffWithMetadata(false, orientation)],
  ['a HEIC', 'heic', (orientation) => sample.heicWithMetadata({ orientation })],
  [
    'a HEIC with its data in the meta box',
    'heic',
    (orientation) => sample.heicWithMetadata({ orientation, inMeta: true }),
  ],
];

/** Returns the stripped file, and fails when nothing was removed. */
function strip(bytes: Buffer, type: ImageType): Buffer {
  const result = stripMetadata(bytes, type);
  if (result.outcome !== 'removed') throw new Error(`the outcome is ${result.outcome}`);
  return result.bytes;
}
const personalData = ['JANE', 'MAIN STREET', '40.7128N', '2020:01:01'];
const findPersonalData = (bytes: Buffer) => personalData.filter((word) => bytes.includes(word));

describe.each(samples)('%s', (_name, type, make) => {
  test('has no personal data after stripping, keeps its length, and the input is unchanged', () => {
    const bytes = make(6);
    const original = Buffer.from(bytes);
    expect(findPersonalData(bytes)).not.toEqual([]);
    const stripped = strip(bytes, type);
    expect(findPersonalData(stripped)).toEqual([]);
    expect(stripped).toHaveLength(bytes.length);
    expect(bytes.equals(original)).toBe(true);
    // Nothing is left to remove.
    expect(stripMetadata(stripped, type)).toEqual({ outcome: 'none' });
  });

  test('cut off or damaged anywhere, keeps its length and is stripped in one pass', () => {
    const bytes = make(6);
    fc.assert(
      fc.property(
        fc.nat(bytes.length),
        fc.array(fc.record({ at: fc.nat(bytes.length - 1), value: fc.nat(255) }), { maxLength: 6 }),
        (length, damages) => {
          const damaged = Buffer.from(bytes.subarray(0, length));
          for (const { at, value } of damages) if (at < length) damaged[at] = value;
          const result = stripMetadata(damaged, type);
          if (result.outcome !== 'removed') return true;
          return result.bytes.length === length && stripMetadata(result.bytes, type).outcome !== 'removed';
        },
      ),
      { numRuns: 400 },
    );
  });

  test('is not understood as another format', () => {
    const others = (['jpg', 'png', 'tif', 'heic'] as const).filter((other) => other !== type);
    const outcomes = others.map((other) => stripMetadata(make(6), other).outcome);
    expect(outcomes).toEqual(['not-understood', 'not-understood', 'not-understood']);
  });
});

test('a damaged HEIC is stripped in one pass, also if a box that is removed holds its Exif', () => {
  const bytes = sample.heicWithMetadata();
  // The image begins behind the end, and the box with its data is of an unknown type.
  bytes[bytes.indexOf('iloc') + 20] = 1;
  const typeAt = bytes.indexOf('mdat');
  bytes[typeAt] = 0;
  const stripped = strip(bytes, 'heic');
  expect(findPersonalData(stripped)).toEqual([]);
  expect(stripMetadata(stripped, 'heic')).toEqual({ outcome: 'none' });
  // Only the type of the box is to change.
  const again = Buffer.from(stripped);
  again[typeAt] = 0;
  expect(strip(again, 'heic')).toEqual(stripped);
});

test.each(['jpg', 'png', 'tif', 'heic'] as const)('random bytes called %s do not throw', (type) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const result = stripMetadata(Buffer.from(bytes), type);
      return result.outcome !== 'removed' || result.bytes.length === bytes.length;
    }),
  );
});

describe('image data stays byte for byte', () => {
  test('in a JPEG: tables, scans, color profile, JFIF and Adobe segments', () => {
    const stripped = strip(sample.jpegWithMetadata(), 'jpg');
    const plain = sample.plainJpeg();
    const tables = plain.indexOf(Buffer.from([0xff, 0xdb]));
    expect(stripped.subarray(-(plain.length - tables)).equals(plain.subarray(tables))).toBe(true);
    expect(stripped.subarray(0, tables).equals(plain.subarray(0, tables))).toBe(true);
    for (const mark of ['ICC_PROFILE\0\u0001\u0001colors', 'Adobe']) expect(stripped.includes(mark)).toBe(true);
  });

  test('in a PNG: image chunks, and every checksum is correct', () => {
    const stripped = strip(sample.pngWithMetadata(), 'png');
    const chunks: [string, Buffer][] = [];
    for (let at = 8; at < stripped.length; at += 12 + stripped.readUInt32BE(at)) {
      const end = at + 8 + stripped.readUInt32BE(at);
      const type = stripped.toString('latin1', at + 4, at + 8);
      const whole = stripped.subarray(at, end + 4);
      expect(whole.equals(sample.chunk(type, stripped.subarray(at + 8, end)))).toBe(true);
      chunks.push([type, whole]);
    }
    expect(chunks.map(([type]) => type)).toEqual([
      'IHDR',
      'gAMA',
      'blNk',
      'blNk',
      'eXIf',
      'blNk',
      'blNk',
      'IDAT',
      'blNk',
      'IEND',
    ]);
    for (const type of ['IHDR', 'gAMA', 'IDAT']) {
      const [, shown] = chunks.find(([each]) => each === type) ?? ['', Buffer.alloc(1)];
      expect(sample.pngWithMetadata().includes(shown)).toBe(true);
    }
  });

  test.each([true, false])('in a TIFF (little-endian: %s): the strip and every entry needed to show it', (little) => {
    const bytes = sample.tiffWithMetadata(little);
    const stripped = strip(bytes, 'tif');
    expect(stripped.indexOf(sample.tiffPixels)).toBe(bytes.indexOf(sample.tiffPixels));
    const u16 = (at: number) => (little ? stripped.readUInt16LE(at) : stripped.readUInt16BE(at));
    const tags = Array.from({ length: u16(8) }, (_, index) => u16(10 + index * 12));
    expect(tags).toEqual([256, 257, 258, 259, 262, 273, 274, 277, 278, 279]);
    expect(u16(10 + 6 * 12 + 8)).toBe(6);
  });

  test.each([true, false])('in a HEIC (data in the meta box: %s): pixels and rotation', (inMeta) => {
    const bytes = sample.heicWithMetadata({ inMeta });
    const stripped = strip(bytes, 'heic');
    expect(stripped.indexOf(sample.heicPixels)).toBe(bytes.indexOf(sample.heicPixels));
    expect(stripped.indexOf('irot')).toBe(bytes.indexOf('irot'));
  });

  test('in a damaged HEIC whose metadata overlaps its pixels: nothing is changed', () => {
    const bytes = sample.heicWithMetadata();
    const exifPlace = bytes.indexOf(sample.heicPixels) + sample.heicPixels.length;
    const offset = Buffer.alloc(4);
    offset.writeUInt32BE(exifPlace);
    bytes.writeUInt32BE(exifPlace - 5, bytes.indexOf(offset));
    expect(stripMetadata(bytes, 'heic')).toEqual({ outcome: 'not-understood' });
  });

  test('in a damaged TIFF whose description overlaps its pixels', () => {
    const bytes = sample.tiffWithMetadata(true);
    const entry = Array.from({ length: 18 }, (_, index) => 10 + index * 12).find(
      (at) => bytes.readUInt16LE(at) === 270,
    );
    bytes.writeUInt32LE(bytes.indexOf(sample.tiffPixels), (entry ?? 0) + 8);
    expect(strip(bytes, 'tif').includes(sample.tiffPixels)).toBe(true);
  });
});

describe('data after the image', () => {
  test('is zeroed when it is no image: a video, a trailer, an archive', () => {
    const after = Buffer.from(`PK\u0003\u0004 ftypmp42 ${sample.personalData}`);
    for (const [bytes, type] of [
      [sample.jpegWithMetadata(6, after), 'jpg'],
      [sample.pngWithMetadata(6, after), 'png'],
    ] as const) {
      const stripped = strip(bytes, type);
      expect(findPersonalData(stripped)).toEqual([]);
      expect(stripped.subarray(-after.length).every((byte) => byte === 0)).toBe(true);
    }
  });

  test('is stripped when it is an image: directly after the first, or named by the index', () => {
    for (const bytes of [
      sample.jpegWithMetadata(6, sample.jpegWithMetadata(8)),
      sample.jpegWithTwoImages(Buffer.from(`SEFH${sample.personalData}`)),
    ]) {
      const stripped = strip(bytes, 'jpg');
      expect(findPersonalData(stripped)).toEqual([]);
      const plain = sample.plainJpeg();
      const picture = plain.subarray(plain.indexOf(Buffer.from([0xff, 0xdb])));
      expect(stripped.subarray(-picture.length).equals(picture)).toBe(true);
    }
  });

  test('in a HEIC: boxes with a video or of a manufacturer become free boxes', () => {
    const video = Buffer.concat([
      sample.boxWithMetadata('mpvd'),
      sample.boxWithMetadata('uuid'),
      sample.boxWithMetadata('sefd'),
    ]);
    const stripped = strip(sample.heicWithMetadata({ more: video }), 'heic');
    expect(findPersonalData(stripped)).toEqual([]);
    expect(stripped.subarray(-video.length).toString('latin1').match(/free/g)).toHaveLength(3);
  });
});

test('an image without metadata has nothing to remove', () => {
  expect(stripMetadata(sample.plainJpeg(), 'jpg')).toEqual({ outcome: 'none' });
  expect(stripMetadata(sample.plainPng(), 'png')).toEqual({ outcome: 'none' });
});

test('BigTIFF is not understood', () => {
  const big = Buffer.from('49492b0008000000100000000000000000000000', 'hex');
  expect(stripMetadata(big, 'tif')).toEqual({ outcome: 'not-understood' });
});

// An algorithm of quadratic time would exceed the time limit of a test.
test('hostile files with endless images or directories are read', () => {
  const manyStarts = Buffer.concat([sample.plainJpeg(), Buffer.alloc(4_000_000, Buffer.from([0xff, 0xd8, 0xff]))]);
  expect(stripMetadata(manyStarts, 'jpg').outcome).toBeTypeOf('string');
  const head = Buffer.from('49492a0008000000', 'hex');
  // Each directory has 60,000 entries that point to the same numbers and contains the next one.
  const entries = Buffer.alloc(4_000_000, Buffer.from('4a010400ffffff0008000000', 'hex'));
  const directories = Buffer.concat([head, Buffer.from('60ea', 'hex'), entries]);
  expect(stripMetadata(directories, 'tif').outcome).toBeTypeOf('string');
});

const exiftool = findExiftool();
if (!exiftool) process.stderr.write('SKIPPED: exiftool on stripped images. Install libimage-exiftool-perl.\n');

describe.skipIf(!exiftool)('exiftool, an independent reader', () => {
  // ExifTool does not look for Exif within the meta box.
  const known = samples.filter(([name]) => !name.includes('meta box'));
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'image-metadata-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** One process reads the tags of all files, because exiftool starts slowly. */
  const readAll = (files: readonly (readonly [ImageType, Buffer])[]): Record<string, unknown>[] => {
    const paths = files.map(([type, bytes], index) => {
      const path = join(folder, `${index}.${type}`);
      writeFileSync(path, bytes);
      return path;
    });
    const output: unknown = JSON.parse(
      execFileSync('exiftool', ['-j', '-a', '-G1', '-n', ...paths], { encoding: 'utf8' }),
    );
    return Array.isArray(output) ? output.map((each: unknown) => (typeof each === 'object' ? { ...each } : {})) : [];
  };

  test('finds owner and location in each format, and after stripping only the orientation', () => {
    const images = known.flatMap(([name, type, make]) =>
      [3, 6, 8].map((orientation) => ({ name, type, orientation, bytes: make(orientation) })),
    );
    const before = readAll(images.map(({ type, bytes }) => [type, bytes]));
    const after = readAll(images.map(({ type, bytes }) => [type, strip(bytes, type)]));
    for (const [index, { name, orientation }] of images.entries()) {
      const [was, is] = [before[index] ?? {}, after[index] ?? {}];
      expect([name, JSON.stringify(was).includes('JANE DOE')]).toEqual([name, true]);
      expect([name, JSON.stringify(is).includes('JANE')]).toEqual([name, false]);
      const metadata = Object.keys(is).filter((key) => /^(GPS|XMP|IPTC|Photoshop|ExifIFD|GoPro|JUMBF)/.test(key));
      expect([name, metadata]).toEqual([name, []]);
      expect([name, is['IFD0:Orientation']]).toEqual([name, orientation]);
      for (const key of ['File:FileType', 'File:ImageWidth'])
        expect([name, key, is[key]]).toEqual([name, key, was[key]]);
    }
  });
});

function findExiftool(): boolean {
  try {
    execFileSync('exiftool', ['-ver'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
