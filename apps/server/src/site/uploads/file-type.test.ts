import { blobSource } from '@redress/datafiles/byte-source';
import { buildZip, relations, textPart, workbookParts, type ZipPart } from '@redress/datafiles/fixtures/build-zip';
import { documentsOf } from '@redress/forms/fixtures/sample-forms';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkFileType, sampleType } from '@redress/contract/file-type';

const of = (hex: string) => Buffer.concat([Buffer.from(hex.replaceAll(' ', ''), 'hex'), Buffer.alloc(64)]);

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
  ['a PDF after other bytes', Buffer.from(`\n${'x'.repeat(900)}%PDF-1.4\n`), 'x.pdf', 'pdf'],
  ['an archive', Buffer.from('PK\u0003\u0004'), 'x.xlsx', 'zip'],
  ['a document of before 2007', of('d0cf11e0a1b11ae1'), 'x.doc', 'ole'],
  ['a raw picture', of('49492a00 01000000 4352 0200'), 'x.tif', undefined],
  ['a raw picture in the DNG format', of('49492a00 08000000 0100 12c60100 04000000 01040000'), 'x.tif', undefined],
  ['a raw picture by its extension', of('4d4d002a 00000008 0000'), 'x.NEF', undefined],
  ['a white bitmap', Buffer.concat([of('424d 46000000 00000000'), Buffer.alloc(20_000, 255)]), 'x', undefined],
  ['a white pixmap', Buffer.from(`P6\n# white\n20 20\n255\n${'\u00ff'.repeat(1_200)}`, 'latin1'), 'x', undefined],
  ['text with a control character', Buffer.from(`${'paid '.repeat(100)}\u0001`), 'a.txt', undefined],
  ['text that begins like a picture', Buffer.from('BM Fund, P6 20 20\n'), 'a.txt', 'txt'],
  ['a table', Buffer.from('date,paid\r\n2009-01-02,12.50\r\n'), 'Table.CSV', 'csv'],
  ['text', Buffer.from('paid twelve dollars'), 'a.txt', 'txt'],
  ['text in UTF-16', Buffer.from('\ufeffpaid', 'utf16le'), 'a.txt', 'txt'],
  ['text with the end mark of DOS', Buffer.from('a|b\r\nc|d\r\n\u001a'), 'a.txt', 'txt'],
  ['a table with a vertical tab', Buffer.from('a,b\u000bc\r\n'), 'a.csv', 'csv'],
  ['text with another extension', Buffer.from('a\tb\n'), 'a.dat', 'txt'],
  ['text without an extension', Buffer.from('paid'), 'a', 'txt'],
  ['text that is called something else', Buffer.from('paid'), 'a.pdf', undefined],
  ['a page', Buffer.from('\ufeff\n<!DOCTYPE html><p>paid'), 'a.txt', undefined],
  ['a drawing', Buffer.from('<?xml version="1.0"?><svg/>'), 'a.svg', undefined],
  ['a program', of('4d5a9000'), 'a.txt', undefined],
  ['a program called PDF', of('7f454c46'), 'a.pdf', undefined],
  ['bytes with a NUL called text', Buffer.from('a\u0000b'), 'a.txt', undefined],
  ['rich text, which can contain objects', Buffer.from('{\\rtf1 hello}'), 'a.txt', undefined],
  ['a GIF', Buffer.from('GIF89a\u0001\u0000'), 'a.gif', undefined],
];

test.each(samples)('%s is recognized by its content', (_name, bytes, name, type) => {
  expect(sampleType(bytes, name)).toBe(type);
});

test.each(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'])(
  'photos of the brand %s are accepted',
  (brand) => {
    expect(sampleType(of(`00000018 66747970 ${Buffer.from(brand).toString('hex')} 00000000`), 'x')).toBe('heic');
  },
);

const item = documentsOf({ maxFiles: 3, maxBytes: 1024 * 1024, types: ['pdf', 'docx', 'xlsx'] });
const check = (bytes: Buffer<ArrayBuffer>) =>
  checkFileType(blobSource(new Blob([bytes]), 'x'), sampleType(bytes, 'x'), item);
const letter = [
  textPart('[Content_Types].xml', '<Types/>'),
  textPart('_rels/.rels', relations(['officeDocument', 'word/document.xml'])),
  textPart('word/document.xml', '<document/>'),
];
/** As Microsoft's Open XML SDK declares the main part. */
const mainByDefault = (type: string) =>
  textPart(
    '[Content_Types].xml',
    `<Types><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
  );
/** Compresses so well that the archive takes a few kilobytes. */
const endlessTags = '<a b=""/>'.repeat(200_000);
const embedded = (extension: string, type: string) =>
  textPart(
    '[Content_Types].xml',
    `<Types><Default Extension="${extension}" ContentType="application/vnd.ms-excel.sheet.${type}"/></Types>`,
  );
const encrypted = (parts: readonly ZipPart[]) => parts.map((part) => ({ ...part, flags: 1 }));
/** A PDF of about this many bytes. */
const pdfOf = (size: number, first = '') => {
  const text = `%PDF-1.7\n${first}1 0 obj<</Length ${size}>>stream\n${'x'.repeat(size)}\nendstream endobj\n`;
  return Buffer.from(`${text}trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`);
};
/** Such a PDF says how long it is, and has a mark near its beginning, too. */
const linearized = pdfOf(20_000, '9 0 obj<</Linearized 1/L 20160/H[1 2]>>endobj\nstartxref\n0\n%%EOF\n');
const pdf = (name: string) =>
  readFileSync(new URL(`../../../../../packages/datafiles/fixtures/pdf/${name}.pdf`, import.meta.url));

test.each<[string, Buffer<ArrayBuffer>, Awaited<ReturnType<typeof checkFileType>>]>([
  ['a workbook', buildZip(workbookParts()), { type: 'xlsx' }],
  [
    'a workbook with parts in other letter case',
    buildZip(workbookParts().map((part) => ({ ...part, name: part.name.toUpperCase() }))),
    { type: 'xlsx' },
  ],
  ['a Word document', buildZip(letter), { type: 'docx' }],
  [
    'a workbook whose main part has the type of all XML',
    buildZip(workbookParts(mainByDefault('spreadsheetml.sheet'))),
    { type: 'xlsx' },
  ],
  [
    'a letter whose main part has the type of all XML',
    buildZip([mainByDefault('wordprocessingml.document'), ...letter.slice(1)]),
    { type: 'docx' },
  ],
  [
    'a letter with an embedded workbook with macros',
    buildZip([embedded('xlsm', 'macroEnabled.12'), ...letter.slice(1)]),
    { type: 'docx' },
  ],
  [
    'a letter with an embedded binary workbook',
    buildZip([embedded('xlsb', 'binary.macroEnabled.12'), ...letter.slice(1)]),
    { type: 'docx' },
  ],
  ['a letter with macros', buildZip([...letter, textPart('word/vbaProject.bin', 'x')]), { refusal: 'macros' }],
  [
    'an archive with tags instead of content types',
    buildZip(workbookParts(textPart('[Content_Types].xml', endlessTags))),
    { refusal: 'too-much-inside' },
  ],
  [
    'an archive with tags instead of relations',
    buildZip(workbookParts(textPart('_rels/.rels', endlessTags))),
    { refusal: 'too-much-inside' },
  ],
  ['a document without its main part', buildZip(letter.slice(0, 2)), { refusal: 'damaged' }],
  ['an archive that is cut off', buildZip(letter).subarray(0, 200), { refusal: 'damaged' }],
  ['a PDF that arrived in part', pdfOf(100_000).subarray(0, 20_000), { refusal: 'damaged' }],
  ['a large PDF that arrived for the most part', pdfOf(300_000).subarray(0, 290_000), { refusal: 'damaged' }],
  ['a PDF for the web that arrived in part', linearized.subarray(0, -1_100), { refusal: 'damaged' }],
  ['a whole PDF for the web', linearized, { type: 'pdf' }],
  ['a PDF of 26 bytes', Buffer.from('%PDF-1.4\n% nothing is here\n'.slice(0, 26)), { refusal: 'damaged' }],
  ['a PDF without an object', Buffer.from('%PDF-1.4\nstartxref\n0\n%%EOF\n'), { refusal: 'damaged' }],
  ['a PDF with bytes after its end', Buffer.concat([pdfOf(100_000), Buffer.alloc(50_000, 32)]), { type: 'pdf' }],
  ['a PDF that is filled up with NULs', Buffer.concat([pdfOf(100_000), Buffer.alloc(200_000)]), { type: 'pdf' }],
  ['a PDF without the mark of its end', pdfOf(100_000).subarray(0, -6), { type: 'pdf' }],
  ['another archive', buildZip([textPart('a.exe', 'MZ')]), { refusal: 'type' }],
  ['an encrypted archive', buildZip(encrypted(letter)), { refusal: 'password' }],
  ['a PDF that anybody can open', pdf('open-256'), { type: 'pdf' }],
  ['a PDF with a password', pdf('password-256'), { refusal: 'password' }],
])('%s is answered with what to do', async (_name, bytes, expected) => {
  expect(await check(bytes)).toEqual(expected);
});
