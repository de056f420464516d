import { expect, test } from 'vitest';
import { describeDocuments } from './receipt-of-claim.ts';

const moment = 'Jul 17, 2031, 3:42 PM EDT';
const none = { isAsked: true, stored: 0, announced: 0, due: false };

test('the receipt of a form that asks for no documents does not miss any', () => {
  expect(describeDocuments({ ...none, isAsked: false }, moment, 'en')).toEqual([]);
});

test('the receipt of a form that asks for documents says that none came, and whether they are needed', () => {
  expect(describeDocuments(none, moment, 'en')).toEqual([
    expect.stringContaining(`no documents for this claim on ${moment}`),
  ]);
  expect(describeDocuments({ ...none, due: true }, moment, 'en')).toEqual([
    expect.stringContaining('no documents'),
    expect.stringContaining('needs documents'),
  ]);
});

test('documents that were announced and have not come are missed, also where some came', () => {
  expect(describeDocuments({ ...none, stored: 1, announced: 3 }, moment, 'en')).toEqual([
    expect.stringMatching(/3 documents would follow.* we had 1 of them/),
  ]);
  expect(describeDocuments({ ...none, stored: 3, announced: 3 }, moment, 'en')).toEqual([]);
});
