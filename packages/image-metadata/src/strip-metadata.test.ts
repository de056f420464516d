import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as sample from '../fixtures/sample-images.ts';
import type { ImageType } from './strip-metadata.ts';
import { stripMetadata } from './strip-metadata.ts';

const telling: readonly (readonly [string, ImageType, (orientation: number) => Buffer])[] = [
  ['a JPEG', 'jpg', (orientation) => sample.jpegWithMetadata(orientation)],
  ['a PNG', 'png', (orientation) => sample.pngWithMetadata(orientation)],
  ['a TIFF of Intel order', 'tif', (orientation) => sample.tiffWithMetadata(true, orientation)],
  ['a TIFF of Motorola order', 'tif', (orientation) => sample.tiffWithMetadata(false, orientation)],
  ['a HEIC', 'heic', (orientation) => sample.heicWithMetadata({ orientation })],
  ['a HEIC with all in its meta box', 'heic', (orientation) => sample.heicWithMetadata({ orientation, inMeta: true })],
];

/** The changed file; fails where there is none. */
function withoutMetadata(bytes: Buffer, type: ImageType): Buffer {
  const result = stripMetadata(bytes, type);
  if (result.outcome !== 'removed') throw new Error(`the outcome is ${result.outcome}`);
  return result.bytes;
}
const words = ['JANE', 'MAIN STREET', '40.7128N', '2020:01:01'];
const tells = (bytes: Buffer) => words.filter((word) => bytes.includes(word));

describe.each(telling)('%s', (_name, type, make) => {
  test('tells nothing about its owner and place any more, and is as long as before', () => {
    const bytes = make(6);
    const original = Buffer.from(bytes);
    expect(tells(bytes)).not.toEqual([]);
    const kept = withoutMetadata(bytes, type);
    expect(tells(kept)).toEqual([]);
    expect(kept).toHaveLength(bytes.length);
    expect(bytes.equals(original)).toBe(true);
  });

  test('has nothing to remove a second time', () => {
    expect(stripMetadata(withoutMetadata(make(6), type), type)).toEqual({ outcome: 'none' });
  });

  test('that was cut off anywhere, or damaged anywhere, is never made worse: it is as long as it was, and cleaning ends', () => {
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
      { numRuns: 1_000 },
    );
  });

  test('is none of another format: what is not understood stays as it is', () => {
    const others = (['jpg', 'png', 'tif', 'heic'] as const).filter((other) => other !== type);
    const outcomes = others.map((other) => stripMetadata(make(6), other).outcome);
    expect(outcomes).toEqual(['not-understood', 'not-understood', 'not-understood']);
  });
});

test.each(['jpg', 'png', 'tif', 'heic'] as const)('any bytes called %s are survived', (type) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const result = stripMetadata(Buffer.from(bytes), type);
      return result.outcome !== 'removed' || result.bytes.length === bytes.length;
    }),
  );
});

describe('the picture itself stays byte for byte', () => {
  test('in a JPEG: tables, scans, colors and what JFIF and Adobe say', () => {
    const kept = withoutMetadata(sample.jpegWithMetadata(), 'jpg');
    const plain = sample.plainJpeg();
    const tables = plain.indexOf(Buffer.from([0xff, 0xdb]));
    expect(kept.subarray(-(plain.length - tables)).equals(plain.subarray(tables))).toBe(true);
    expect(kept.subarray(0, tables).equals(plain.subarray(0, tables))).toBe(true);
    for (const mark of ['ICC_PROFILE\0\u0001\u0001colors', 'Adobe']) expect(kept.includes(mark)).toBe(true);
  });

  test('in a PNG: every chunk that is shown, and each checksum is right', () => {
    const kept = withoutMetadata(sample.pngWithMetadata(), 'png');
    const chunks: [string, Buffer][] = [];
    for (let at = 8; at < kept.length; at += 12 + kept.readUInt32BE(at)) {
      const end = at + 8 + kept.readUInt32BE(at);
      const type = kept.toString('latin1', at + 4, at + 8);
      const whole = kept.subarray(at, end + 4);
      expect(whole.equals(sample.chunk(type, kept.subarray(at + 8, end)))).toBe(true);
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

  test.each([true, false])('in a TIFF (Intel order: %s): its strip, and every entry that shows it', (little) => {
    const bytes = sample.tiffWithMetadata(little);
    const kept = withoutMetadata(bytes, 'tif');
    expect(kept.indexOf(sample.tiffPixels)).toBe(bytes.indexOf(sample.tiffPixels));
    const u16 = (at: number) => (little ? kept.readUInt16LE(at) : kept.readUInt16BE(at));
    const tags = Array.from({ length: u16(8) }, (_, index) => u16(10 + index * 12));
    expect(tags).toEqual([256, 257, 258, 259, 262, 273, 274, 277, 278, 279]);
    expect(u16(10 + 6 * 12 + 8)).toBe(6);
  });

  test.each([true, false])('in a HEIC (all in its meta box: %s): its pixels, and how it is turned', (inMeta) => {
    const bytes = sample.heicWithMetadata({ inMeta });
    const kept = withoutMetadata(bytes, 'heic');
    expect(kept.indexOf(sample.heicPixels)).toBe(bytes.indexOf(sample.heicPixels));
    expect(kept.indexOf('irot')).toBe(bytes.indexOf('irot'));
  });

  test('where damaged places of a HEIC say that metadata lies over the pixels: then nothing is touched', () => {
    const bytes = sample.heicWithMetadata();
    const exifPlace = bytes.indexOf(sample.heicPixels) + sample.heicPixels.length;
    const offset = Buffer.alloc(4);
    offset.writeUInt32BE(exifPlace);
    bytes.writeUInt32BE(exifPlace - 5, bytes.indexOf(offset));
    expect(stripMetadata(bytes, 'heic')).toEqual({ outcome: 'not-understood' });
  });

  test('where damaged entries of a TIFF say that a text lies over the pixels: these stay', () => {
    const bytes = sample.tiffWithMetadata(true);
    const entry = Array.from({ length: 18 }, (_, index) => 10 + index * 12).find(
      (at) => bytes.readUInt16LE(at) === 270,
    );
    bytes.writeUInt32LE(bytes.indexOf(sample.tiffPixels), (entry ?? 0) + 8);
    expect(withoutMetadata(bytes, 'tif').includes(sample.tiffPixels)).toBe(true);
  });
});

describe('what comes after a picture', () => {
  test('is removed when it is no picture: a film, a trailer, an archive', () => {
    const after = Buffer.from(`PK\u0003\u0004 ftypmp42 ${sample.personalData}`);
    for (const [bytes, type] of [
      [sample.jpegWithMetadata(6, after), 'jpg'],
      [sample.pngWithMetadata(6, after), 'png'],
    ] as const) {
      const kept = withoutMetadata(bytes, type);
      expect(tells(kept)).toEqual([]);
      expect(kept.subarray(-after.length).every((byte) => byte === 0)).toBe(true);
    }
  });

  test('is cleaned when it is a picture: one that follows at once, and one that the index of the file names', () => {
    for (const bytes of [
      sample.jpegWithMetadata(6, sample.jpegWithMetadata(8)),
      sample.jpegWithTwoImages(Buffer.from(`SEFH${sample.personalData}`)),
    ]) {
      const kept = withoutMetadata(bytes, 'jpg');
      expect(tells(kept)).toEqual([]);
      const plain = sample.plainJpeg();
      const picture = plain.subarray(plain.indexOf(Buffer.from([0xff, 0xdb])));
      expect(kept.subarray(-picture.length).equals(picture)).toBe(true);
    }
  });

  test('in a HEIC are boxes: a film and a maker’s own are emptied, and the file is one of boxes still', () => {
    const film = Buffer.concat([
      sample.boxWithMetadata('mpvd'),
      sample.boxWithMetadata('uuid'),
      sample.boxWithMetadata('sefd'),
    ]);
    const kept = withoutMetadata(sample.heicWithMetadata({ more: film }), 'heic');
    expect(tells(kept)).toEqual([]);
    expect(kept.subarray(-film.length).toString('latin1').match(/free/g)).toHaveLength(3);
  });
});

test('a picture without metadata is left as it is', () => {
  expect(stripMetadata(sample.plainJpeg(), 'jpg')).toEqual({ outcome: 'none' });
  expect(stripMetadata(sample.plainPng(), 'png')).toEqual({ outcome: 'none' });
});

test('BigTIFF is not understood, and said to be so', () => {
  const big = Buffer.from('49492b0008000000100000000000000000000000', 'hex');
  expect(stripMetadata(big, 'tif')).toEqual({ outcome: 'not-understood' });
});

test('files made to take long do not: pictures without end, directories and places without number', () => {
  const startedAt = performance.now();
  const manyStarts = Buffer.concat([sample.plainJpeg(), Buffer.alloc(4_000_000, Buffer.from([0xff, 0xd8, 0xff]))]);
  stripMetadata(manyStarts, 'jpg');
  const head = Buffer.from('49492a0008000000', 'hex');
  // Each directory has 60,000 entries that point at the same numbers, and the next directory begins within it.
  const entries = Buffer.alloc(4_000_000, Buffer.from('4a010400ffffff0008000000', 'hex'));
  stripMetadata(Buffer.concat([head, Buffer.from('60ea', 'hex'), entries]), 'tif');
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

const exiftool = findExiftool();
if (!exiftool)
  process.stderr.write('SKIPPED: what exiftool finds in cleaned pictures. Install libimage-exiftool-perl to see it.\n');

describe.skipIf(!exiftool)('exiftool, which knows more about metadata than we do', () => {
  // It does not find Exif within the meta box.
  const known = telling.filter(([name]) => !name.includes('meta box'));
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'redress-pictures-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What it finds in each file, in their order. It takes long to start, and is started once. */
  const readAll = (files: readonly (readonly [ImageType, Buffer])[]): Record<string, unknown>[] => {
    const paths = files.map(([type, bytes], index) => {
      const path = join(folder, `${index}.${type}`);
      writeFileSync(path, bytes);
      return path;
    });
    const told: unknown = JSON.parse(
      execFileSync('exiftool', ['-j', '-a', '-G1', '-n', ...paths], { encoding: 'utf8' }),
    );
    return Array.isArray(told) ? told.map((each: unknown) => (typeof each === 'object' ? { ...each } : {})) : [];
  };

  test(
    'finds owner and place in each format, and afterwards only how the picture is turned',
    { timeout: 300_000 },
    () => {
      const pictures = known.flatMap(([name, type, make]) =>
        [3, 6, 8].map((orientation) => ({ name, type, orientation, bytes: make(orientation) })),
      );
      const before = readAll(pictures.map(({ type, bytes }) => [type, bytes]));
      const after = readAll(pictures.map(({ type, bytes }) => [type, withoutMetadata(bytes, type)]));
      for (const [index, { name, orientation }] of pictures.entries()) {
        const [was, is] = [before[index] ?? {}, after[index] ?? {}];
        expect([name, JSON.stringify(was).includes('JANE DOE')]).toEqual([name, true]);
        expect([name, JSON.stringify(is).includes('JANE')]).toEqual([name, false]);
        const telling = Object.keys(is).filter((key) => /^(GPS|XMP|IPTC|Photoshop|ExifIFD|GoPro|JUMBF)/.test(key));
        expect([name, telling]).toEqual([name, []]);
        expect([name, is['IFD0:Orientation']]).toEqual([name, orientation]);
        for (const key of ['File:FileType', 'File:ImageWidth'])
          expect([name, key, is[key]]).toEqual([name, key, was[key]]);
      }
    },
  );
});

function findExiftool(): boolean {
  try {
    execFileSync('exiftool', ['-ver'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
