import { expect, test } from 'vitest';
import { nameInEmail } from './read-receipt.ts';

const receiptWith = (value: string) => [{ title: 'You', rows: [{ name: 'name', label: 'Name', value }] }];

test('an email masks a name that its receipt masked, also after a correction, and no other', () => {
  const masked = { name: 'Jane Doe', summary: receiptWith('J••• D••') };
  expect(nameInEmail(masked)).toBe('J••• D••');
  expect(nameInEmail(masked, 'Janet Doyle')).toBe('J•••• D••••');
  const typed = { name: 'Jane Doe', summary: receiptWith('Jane Doe') };
  expect(nameInEmail(typed, 'Janet Doyle')).toBe('Janet Doyle');
});
