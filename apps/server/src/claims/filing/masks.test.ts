import { expect, test } from 'vitest';
import { maskEmail, maskName, maskStreet } from './masks.ts';

test.each([
  ['Jane Doe', 'J••• D••'],
  ['José Núñez', 'J••• N••••'],
  [' Li  O’Neil-Smith ', 'L• O•••••••••••'],
  ['', ''],
])('%j is shown as %j', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});

test.each([
  ['1234 Main St', '12•• M••• St'],
  ['12 Larkmoor Lane', '1• L••••••• L•••'],
  ['5 Élan Rd  Apt. 3B', '• É••• Rd A••• 3•'],
  ['P.O. Box 90', 'P••• B•• 9•'],
])('the street %j is shown as %j', (street, masked) => {
  expect(maskStreet(street)).toBe(masked);
});

test.each([
  ['x@a.example', 'x•••@a.example'],
  ['😀a@example.com', '😀•••@example.com'],
  ['"a@b"@example.com', '"•••@example.com'],
  ['no address', '•••'],
])('the email address %j is shown as %j', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
