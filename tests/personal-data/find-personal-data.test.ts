import { expect, test } from 'vitest';
import { findPersonalData } from './find-personal-data.ts';

const values = [
  { kind: 'name', value: 'Núñez' },
  { kind: 'street', value: '48 Candlewick Street Apt. 3' },
  { kind: 'e-mail', value: 'jose@example.com' },
  { kind: 'phone', value: '(602) 555-0100' },
  { kind: 'tax ID', value: '123456789' },
  { kind: 'state', value: 'AZ' },
];
const find = (text: string) => findPersonalData(values, [{ place: 'the log', text }]);

test.each([
  ['name', 'invalid input syntax for type bigint: "Núñez"'],
  ['name', 'key (name)=(NÚÑEZ) already exists'],
  ['street', '{"at":"48 Candlewick Street Apt. 3"}'],
  ['e-mail', '550 5.1.1 <jose@example.com>: no such mailbox'],
  ['phone', 'phone=(602) 555-0100'],
  ['tax ID', 'line 3: 123456789, 77'],
])('%s is found in %j, without the value', (kind, text) => {
  expect(find(text)).toEqual([`${kind} in the log`]);
});

test.each([
  'a request took 1123456789 ms',
  'Núñezson is another name',
  '48 Candlewick Street is another house',
  'AZ is too short to mean anybody',
  '123456789a',
])('nothing is found in %j', (text) => {
  expect(find(text)).toEqual([]);
});

test('each kind is reported once for each place', () => {
  const texts = [
    { place: 'a log', text: 'Núñez Núñez\nNúñez' },
    { place: 'an address', text: '/path?name=Núñez' },
  ];
  expect(findPersonalData(values, texts)).toEqual(['name in a log', 'name in an address']);
});
