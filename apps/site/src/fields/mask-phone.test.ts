import { describe, expect, it } from 'vitest';
import { formatPartialPhone } from './mask-phone.ts';

describe('the mask 000 000-0000', () => {
  it.each([
    ['', ''],
    ['6', '6'],
    ['602', '602'],
    ['6025', '602 5'],
    ['602555', '602 555'],
    ['6025550', '602 555-0'],
    ['6025550142', '602 555-0142'],
  ])('writes %s as %s', (digits, masked) => {
    expect(formatPartialPhone(digits)).toBe(masked);
  });

  it('does not format more than ten digits', () => {
    expect(formatPartialPhone('60255501421')).toBe('60255501421');
  });
});
