import { expect, test } from 'vitest';
import { maskName } from './find-class-member.ts';

test.each([
  ['Jane Doe', 'J••• D••'],
  ['José Núñez', 'J••• N••••'],
  [' Li  O’Neil-Smith ', 'L• O•••••••••••'],
  ['', ''],
])('%j is shown as %j', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});
