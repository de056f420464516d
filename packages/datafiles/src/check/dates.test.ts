import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellText } from './cell-text.ts';
import { formatDay, readDay } from './dates.ts';
import { ambiguous, otherOnly, usualOnly, noHint } from './value-formats.ts';

const read = (cell: string | number | Date) => readDay(cell, cellText(cell));

test.each([
  ...`01/05/2009 | 1/5/2009 | 1/5/09 | 01-05-2009 | 1.5.2009 | 2009-01-05 | 2009/1/5 | 20090105 | 01052009
2009-01-05T00:00:00Z | 2009-01-05 23:59:59.999 | 2009-01-05T23:30:00-08:00 | 01/05/2009 12:00:00 AM | 1/5/2009 0:00
Jan 5, 2009 | January 5 2009 | JAN. 5, 2009 | Jan 5th, 2009 | 5-Jan-2009 | 05-JAN-09 | 5 January 2009 | 05JAN2009
05JAN2009:00:00:00 | Monday, January 5, 2009 | Mon 05 Jan 2009 | 1/5/2009 12:00 AM EST | 5 de enero de 2009
5 de enero del 2009 | 5 enero 2009 | 5-ene-2009 | 05-ENE-09 | 5-ene.-2009 | 1/5/2009 12:00:00 a. m. | Enero 5, 2009
lunes, 5 de enero de 2009 | lun 05 ene 2009 | 01\u201305\u20132009 | ５/ene/2009 | 1052009 | 39818 | 39818.75 | '01/05/2009 | ="01/05/2009"`.split(
    / \| |\n/,
  ),
  // This one has a direction mark and a zero-width space, and the next one non-breaking hyphens.
  '\u200e01/05/2009\u200b',
  '01\u201105\u20112009',
  // Mainframe databases write it like this.
  '2009-01-05-00.00.00.000000',
  // A spreadsheet dropped the first zero, or wrote the number of the day.
  1_052_009,
  20_090_105,
  39_818,
  39_818.75,
  new Date('2009-01-05T00:00:00Z'),
  new Date('2009-01-05T23:59:00Z'),
])('%s is January 5, 2009', (cell) => {
  expect(read(cell)?.day).toBe(20_090_105);
});

test.each(['13/02/2009', '13-2-09', '13.02.2009', '13022009'])('%s has the day first in either order', (cell) => {
  expect(read(cell)).toEqual({ day: 20_090_213, hint: otherOnly });
});

test.each([
  ['04/05/2009', ambiguous, 20_090_405, 20_090_504],
  ['4.5.09 10:30', ambiguous, 20_090_405, 20_090_504],
  ['04052009', ambiguous, 20_090_405, 20_090_504],
  ['04/25/2009', usualOnly, 20_090_425, 20_090_425],
  ['25/04/2009', otherOnly, 20_090_425, 20_090_425],
  ['05/05/2009', noHint, 20_090_505, 20_090_505],
  ['2009-04-05', noHint, 20_090_405, 20_090_405],
  ['5-abr-2009', noHint, 20_090_405, 20_090_405],
  [new Date('2009-04-05T00:00:00Z'), noHint, 20_090_405, 20_090_405],
])('%s gives hint %i for the order, and is read by it', (cell, hint, monthFirst, dayFirst) => {
  expect(readDay(cell, cellText(cell), 'month-first')).toEqual({ day: monthFirst, hint });
  expect(readDay(cell, cellText(cell), 'day-first')).toEqual({ day: dayFirst, hint });
});

test.each([
  ['02/29/2008', 20_080_229],
  ['02/29/2000', 20_000_229],
  ['12/31/49', 20_491_231],
  ['12/31/50', 19_501_231],
  ['Sept 30, 2010', 20_100_930],
  ['Mar 5, 2009', 20_090_305],
  ['martes 10 de marzo de 2009', 20_090_310],
  ['1.º de mayo de 2009', 20_090_501],
  ['1ro de mayo de 2009', 20_090_501],
  ['miércoles, 30 de septiembre de 2009', 20_090_930],
  ['30 de setiembre de 2009', 20_090_930],
  ['30-set-2009', 20_090_930],
  ['31-dic-2009', 20_091_231],
  ['2 abr 2009', 20_090_402],
  ['2 ago 2009', 20_090_802],
  // The serial number 39448 is January 1, 2008.
  [39_448, 20_080_101],
])('%s is %i', (cell, day) => {
  expect(read(cell)?.day).toBe(day);
});

test.each([
  ...`02/30/2009 | 02/29/2009 | 02/29/1900 | 13/13/2009 | 31/04/2009 | 00/10/2009 | 01/00/2009 | 2009-13-01 | 1/5/200
1/5/20099 | 01/05-2009 | 5/2009 | 2009 | 20091301 | Foo 5, 2009 | Ja 5, 2009 | 5 de en de 2009 | 5 de de 2009
Jan 32, 2009 | 01/05/2009 and more | abc`.split(/ \| |\n/),
  39_818_000,
  5,
  new Date(Number.NaN),
])('%s is no date', (cell) => {
  expect(read(cell)).toBeUndefined();
});

const day = fc.date({
  min: new Date('1955-01-01T00:00:00Z'),
  max: new Date('2049-12-31T00:00:00Z'),
  noInvalidDate: true,
});

test('reads every month by its Spanish name or its beginning', () => {
  const names = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
  for (const [index, name] of names.entries())
    for (const written of [name, name.slice(0, 3), name.toUpperCase(), `${name.slice(0, 3)}.`])
      expect(read(`5 de ${written} de 2009`)?.day, written).toBe(20_090_005 + (index + 1) * 100);
});

test('reads any day in any format', () => {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  fc.assert(
    fc.property(day, (date) => {
      const iso = date.toISOString().slice(0, 10);
      const [year = '', month = '', dayOfMonth = ''] = iso.split('-');
      const name = months[Number(month) - 1] ?? '';
      const serial = Math.floor(date.getTime() / 86_400_000) + 25_569;
      const ways = [
        iso,
        iso.replaceAll('-', ''),
        `${month}/${dayOfMonth}/${year}`,
        `${Number(month)}/${Number(dayOfMonth)}/${year}`,
        `${month}${dayOfMonth}${year}`,
        `${name} ${Number(dayOfMonth)}, ${year}`,
        `${dayOfMonth}-${name}-${year}`,
        date,
        serial,
      ];
      const expected = Number(iso.replaceAll('-', ''));
      for (const way of ways) expect(read(way)?.day).toBe(expected);
      expect(formatDay(expected)).toBe(`${month}/${dayOfMonth}/${year}`);
    }),
  );
});
