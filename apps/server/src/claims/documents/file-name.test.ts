import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extensionOf } from '@redress/contract/file-names';
import { cleanFileName, nameByType } from './file-name.ts';

test.each([
  ['receipt.pdf', 'receipt.pdf'],
  ['  Beleg für Núñez.PDF ', 'Beleg für Núñez.PDF'],
  ['../../../etc/passwd', 'passwd'],
  ['C:\\Users\\jane\\scan.jpg', 'scan.jpg'],
  ['folder/', 'folder'],
  ['', 'document'],
  ['.', 'document'],
  ['..', 'document'],
  ['///', 'document'],
  ['a\u0000b\r\nc.pdf', 'abc.pdf'],
  // A right-to-left override displays "fdp.exe" as "exe.pdf".
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['.bashrc', '.bashrc'],
])('%j becomes %j', (given, name) => {
  expect(cleanFileName(given)).toBe(name);
});

test('a long name is shortened and keeps its extension', () => {
  expect(cleanFileName(`${'ä'.repeat(296)}.pdf`)).toBe(`${'ä'.repeat(116)}.pdf`);
  expect([...cleanFileName('😀'.repeat(300))]).toHaveLength(120);
  expect([...cleanFileName(`a.${'b'.repeat(300)}`)]).toHaveLength(120);
});

test('any name becomes harmless, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const name = cleanFileName(given);
      expect(name).not.toBe('');
      expect(name).not.toMatch(/[/\\\p{Cc}]/u);
      expect([...name].length).toBeLessThanOrEqual(120);
      expect(['.', '..']).not.toContain(name);
      expect(name.isWellFormed()).toBe(true);
    }),
  );
});

test('an extension is in lower case', () => {
  expect([extensionOf('a.b.PDF'), extensionOf('none'), extensionOf('dot.')]).toEqual(['pdf', '', '']);
});

test.each([
  ['photo.JPEG', 'jpg', 'photo.JPEG'],
  ['scan.tiff', 'tif', 'scan.tiff'],
  ['invoice.pdf', 'jpg', 'invoice.jpg'],
  ['data.csv', 'xlsx', 'data.xlsx'],
  ['data.dat', 'txt', 'data.txt'],
  ['bill.pdf.exe', 'pdf', 'bill.pdf.exe.pdf'],
  ['page.html', 'pdf', 'page.html.pdf'],
  ['statement.2009', 'pdf', 'statement.2009.pdf'],
  ['scan', 'pdf', 'scan.pdf'],
  ['.pdf', 'png', '.png'],
] as const)('%s of type %s becomes %s', (name, type, fixed) => {
  expect(nameByType(name, type)).toBe(fixed);
  expect(nameByType(fixed, type)).toBe(fixed);
});
