import { expect, test, vi } from 'vitest';
import { renderBarCode } from './bar-code.ts';
import { PdfWriter } from './pdf-writer.ts';

test('a text is Code 128: start B, its characters, check symbol, stop', () => {
  const { document } = new PdfWriter({ title: '', author: '', lang: 'en' });
  const rect = vi.spyOn(document, 'rect');
  renderBarCode(document, 'A1', { x: 300, y: 0, width: 400, height: 24 });
  const edges = rect.mock.calls.flatMap(([x, , width]) => [x, x + width]);
  const widths = edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0));
  // From ISO/IEC 15417: A is symbol 33, 1 is 17, and the check symbol is
  // (104 + 33 + 2 × 17) mod 103 = 68.
  expect(widths.join('')).toBe(['211214', '111323', '123221', '141221', '2331112'].join(''));
});
