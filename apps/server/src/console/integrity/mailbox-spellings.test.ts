import { expect, test } from 'vitest';
import type { NameLevel } from './compare-claims.ts';
import { parseEmail } from './parse-email-and-phone.ts';
import { findSpellings } from './mailbox-spellings.ts';
import { parsePersonName } from './parse-name.ts';

const claimOf = (text: string, email: string) => {
  const name = parsePersonName(text);
  return { name, mailbox: parseEmail(email, name) };
};
const relativeOf = (text: string, email: string, given: NameLevel = 'different') => ({
  ...claimOf(text, email),
  comparison: { given },
});

const roger = relativeOf('Roger Belzaich', 'rbelzaich55@mail.example');
const thomas = relativeOf('Thomas Belzaich', 'rbelzaich557@mail.example');
const edward = claimOf('Edward Belzaich', 'roger.belzaich@post.example');

test('three first names of one house write the mailbox of one of them in three ways', () => {
  expect(findSpellings(edward, [roger, thomas])).toEqual({ spellings: 3, names: 3 });
});

test('a family that shares one mailbox writes it in one way, and two ways are a slip', () => {
  const shared = (name: string) => relativeOf(name, 'rbelzaich55@mail.example');
  expect(findSpellings(shared('Edward Belzaich'), [roger, shared('Thomas Belzaich')])).toBeUndefined();
  expect(findSpellings(edward, [roger, shared('Thomas Belzaich')])).toBeUndefined();
});

test('mailboxes of the whole family, counted up, are of nobody', () => {
  const counted = (name: string, number: number) => relativeOf(name, `belzaichfamily${number}@mail.example`);
  const family = [counted('Roger Belzaich', 1), counted('Thomas Belzaich', 2)];
  expect(findSpellings(counted('Edward Belzaich', 3), family)).toBeUndefined();
});

test('who has an own name in the mailbox is left out, also with the same initial', () => {
  const robert = relativeOf('Robert Belzaich', 'rbelzaich7@mail.example');
  expect(findSpellings(robert, [roger, thomas])).toBeUndefined();
  expect(findSpellings(edward, [roger, robert])).toBeUndefined();
});

test('one person who files three times is found by the name, not by the mailbox', () => {
  const again = relativeOf('Roger Belzaich', 'rogerbelzaich84@post.example', 'same');
  expect(findSpellings(claimOf('Roger Belzaich', 'roger.belzaich@post.example'), [roger, again])).toBeUndefined();
});
