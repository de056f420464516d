import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanFileName, endingOf } from './file-name.ts';

test.each([
  ['receipt.pdf', 'receipt.pdf'],
  ['  Beleg für Núñez.PDF ', 'Beleg für Núñez.PDF'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\jane\\scan.jpg', 'scan.jpg'],
  ['folder/', 'folder'],
  ['', 'document'],
  ['.', 'document'],
  ['..', 'document'],
  ['///', 'document'],
  ['a\u0000b\r\nc.pdf', 'abc.pdf'],
  // A right-to-left mark makes "exe.pdf" of "fdp.exe" on a screen.
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['.bashrc', '.bashrc'],
])('%j is kept as %j', (given, kept) => {
  expect(cleanFileName(given)).toBe(kept);
});

test('300 characters are shortened, and the ending stays', () => {
  expect(cleanFileName(`${'ä'.repeat(296)}.pdf`)).toBe(`${'ä'.repeat(116)}.pdf`);
  expect([...cleanFileName('😀'.repeat(300))]).toHaveLength(120);
  expect([...cleanFileName(`a.${'b'.repeat(300)}`)]).toHaveLength(120);
});

test('any name becomes a harmless one, and cleaning it again changes nothing', () => {
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

test('an ending is told in small letters', () => {
  expect([endingOf('a.b.PDF'), endingOf('none'), endingOf('dot.')]).toEqual(['pdf', '', '']);
});
