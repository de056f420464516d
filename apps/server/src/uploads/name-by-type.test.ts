import { expect, test } from 'vitest';
import { nameByType } from './name-by-type.ts';

test.each([
  ['photo.JPEG', 'jpg', 'photo.JPEG'],
  ['scan.tiff', 'tif', 'scan.tiff'],
  ['invoice.pdf', 'jpg', 'invoice.jpg'],
  ['data.csv', 'xlsx', 'data.xlsx'],
  ['bill.pdf.exe', 'pdf', 'bill.pdf.exe.pdf'],
  ['page.html', 'pdf', 'page.html.pdf'],
  ['statement.2009', 'pdf', 'statement.2009.pdf'],
  ['scan', 'pdf', 'scan.pdf'],
  ['.pdf', 'png', '.png'],
] as const)('%s that is %s is kept as %s', (name, type, kept) => {
  expect(nameByType(name, type)).toBe(kept);
  expect(nameByType(kept, type)).toBe(kept);
});
