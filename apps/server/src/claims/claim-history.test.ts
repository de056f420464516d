import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findBrokenEntry, firstEntry, hashEntry } from './claim-history.ts';
import type { HistoryEntry } from './claim-history.ts';

function history(length: number): HistoryEntry[] {
  const first = firstEntry('1234567897', new Date('2025-07-01T00:00:00Z'), {
    kind: 'claim-filed',
    details: {
      formId: 'consumer',
      formVersion: 1,
      late: false,
      documentsDue: false,
      suspectedMachine: false,
      withoutScript: false,
      answersHash: 'ab',
    },
  });
  const entries = [first];
  for (let position = 2; position <= length; position += 1) {
    const entry = {
      position,
      at: new Date(position * 1_000),
      kind: 'document-stored',
      details: { size: position },
      previous_hash: entries.at(-1)?.hash ?? null,
    };
    entries.push({ ...entry, hash: hashEntry('1234567897', entry) });
  }
  return entries;
}

test('a sound history has no broken entry', () => {
  expect(findBrokenEntry('1234567897', history(5))).toBeUndefined();
  expect(findBrokenEntry('1234567897', [])).toBeUndefined();
});

test('the order of keys in the details, which the database does not keep, makes no difference', () => {
  const [first] = history(1);
  const turned = first && { ...first, details: Object.fromEntries(Object.entries(first.details).toReversed()) };
  expect(turned && findBrokenEntry('1234567897', [turned])).toBeUndefined();
});

test('any change, removal or exchange is found', () => {
  const change = (entries: HistoryEntry[], at: number, part: Partial<HistoryEntry>) =>
    entries.map((entry, index) => (index === at ? { ...entry, ...part } : entry));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4 }), (at) => {
      const sound = history(5);
      expect(findBrokenEntry('1234567897', change(sound, at, { kind: 'other' }))).toBe(at + 1);
      expect(findBrokenEntry('1234567897', change(sound, at, { details: { size: 99 } }))).toBe(at + 1);
      expect(findBrokenEntry('1234567897', change(sound, at, { at: new Date(5) }))).toBe(at + 1);
      if (at < 4)
        expect(
          findBrokenEntry(
            '1234567897',
            sound.filter((_, index) => index !== at),
          ),
        ).toBe(at + 1);
    }),
  );
  // The history of one claim is none of another.
  expect(findBrokenEntry('0000000000', history(2))).toBe(1);
});
