import { sampleBySignature } from '@redress/contract/file-type';
import { expect, test } from 'vitest';
import { sampleFileType } from './file-type.ts';

const of = (hex: string) => Buffer.concat([Buffer.from(hex.replaceAll(' ', ''), 'hex'), Buffer.alloc(64)]);

/** An archive with one stored entry. */
function zipOf(name: string, content: string): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), Buffer.from(content)]);
}
const contentTypes = (part: string) =>
  zipOf(
    '[Content_Types].xml',
    `<?xml version="1.0"?><Types xmlns="x"><Override PartName="/main.xml" ContentType="application/vnd.openxmlformats-officedocument.${part}.main+xml"/></Types>`,
  );

const samples: readonly [string, Buffer, string, string | undefined][] = [
  ['a PDF', Buffer.from('%PDF-1.4\n'), 'x', 'pdf'],
  ['a JPEG photo', of('ffd8ffe0 0010 4a464946'), 'x', 'jpg'],
  [
    'a PNG image',
    of('89504e470d0a1a0a 0000000d 49484452 00000001 00000001 08020000 00000000 00000000 49444154'),
    'x',
    'png',
  ],
  ['a HEIC photo', of('00000018 66747970 68656963 00000000'), 'x', 'heic'],
  ['a TIFF scan', of('49492a00 08000000 0000 00000000'), 'x', 'tif'],
  ['a Word document', contentTypes('wordprocessingml.document'), 'x', 'docx'],
  ['an Excel workbook', contentTypes('spreadsheetml.sheet'), 'x', 'xlsx'],
  ['a table', Buffer.from('date,paid\r\n2009-01-02,12.50\r\n'), 'Table.CSV', 'csv'],
  ['text', Buffer.from('paid twelve dollars'), 'a.txt', 'txt'],
  ['text in UTF-16', Buffer.from('\ufeffpaid', 'utf16le'), 'a.txt', 'txt'],
  ['text with another extension', Buffer.from('<script>'), 'a.html', undefined],
  ['text without an extension', Buffer.from('paid'), 'a', undefined],
  ['a program', of('4d5a9000'), 'a.txt', undefined],
  ['a program called PDF', of('7f454c46'), 'a.pdf', undefined],
  ['bytes with a NUL called text', Buffer.from('a\u0000b'), 'a.txt', undefined],
  ['rich text, which can contain objects', Buffer.from('{\\rtf1 hello}'), 'a.txt', undefined],
  ['a GIF', Buffer.from('GIF89a\u0001\u0000'), 'a.gif', undefined],
];

test.each(samples)('%s is recognized by its content', async (_name, bytes, name, type) => {
  expect(await sampleFileType(bytes, name)).toBe(type);
});

test.each(samples)('%s is the same to the browser, before it is sent', (_name, bytes, name, type) => {
  const isOffice = type === 'docx' || type === 'xlsx';
  expect(sampleBySignature(bytes, isOffice ? `x.${type}` : name)).toBe(type);
});

test.each(['heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1'])(
  'the browser takes photos of the brand %s',
  async (brand) => {
    const bytes = of(`00000018 66747970 ${Buffer.from(brand).toString('hex')} 00000000`);
    expect(await sampleFileType(bytes, 'x')).toBe('heic');
    expect(sampleBySignature(bytes, 'x')).toBe('heic');
  },
);
