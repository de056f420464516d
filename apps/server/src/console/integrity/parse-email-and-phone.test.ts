import { expect, test } from 'vitest';
import { isKeyboardWalk, parseEmail, parsePhone, patternOf } from './parse-email-and-phone.ts';
import { parsePersonName, soundOfGiven } from './parse-name.ts';

const ana = parsePersonName('Ana M. Núñez');

test.each([
  ['Ana.Nunez@GMAIL.com', 'ananunez@gmail.com'],
  ['ananunez+claims@gmail.com', 'ananunez@gmail.com'],
  ['a.n.a.nunez@googlemail.com', 'ananunez@gmail.com'],
  ['ana.nunez+x@work.example', 'ana.nunez@work.example'],
])('%s is delivered to %s', (address, mailbox) => {
  expect(parseEmail(address, ana)?.mailbox).toBe(mailbox);
});

test.each([
  ['ana.nunez4821', 'F.L4D'],
  ['anunez77', 'IL2D'],
  ['nunez_ana', 'L_F'],
  ['ananunez', 'FL'],
  ['sunshine12', 'w2D'],
])('%s is made by the pattern %s', (local, pattern) => {
  expect(patternOf(local, ana)).toBe(pattern);
});

test.each([
  ['+1 (617) 555-0100', '6175550100'],
  ['617.555.0100', '6175550100'],
  ['555-0100', ''],
])('the phone number %s is %s', (text, digits) => {
  expect(parsePhone(text)).toBe(digits);
});

test('a first name sounds like its short forms, and a generation belongs to the name', () => {
  expect(soundOfGiven('jon')).toBe(soundOfGiven('johnny'));
  expect(soundOfGiven('liz')).toBe(soundOfGiven('elizabeth'));
  expect(parsePersonName('Smith, Dr. John Jr.')).toMatchObject({ given: 'john', surname: 'smith', generation: 'jr' });
});

test.each(['asdf', 'qwerty', 'asdfgh1', 'asdasd', 'zxcvb', 'aaaa'])('%s is a walk over the keyboard', (text) => {
  expect(isKeyboardWalk(text)).toBe(true);
});
test.each(['property', 'Liberty', 'Were', 'Poirot', '1234567890', 'Aaron', 'Lakshmi', 'Trewin', 'Ferrer'])(
  '%s is a name or number',
  (text) => {
    expect(isKeyboardWalk(text)).toBe(false);
  },
);
