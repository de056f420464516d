import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findBrokenEntry, hashEntry, type HistoryEntry } from '../../platform/history/entries.ts';
import { createEntry } from './claim-history.ts';

function history(length: number): HistoryEntry[] {
  const first = createEntry('1234567897', new Date('2025-07-01T00:00:00Z'), {
    kind: 'claim-filed',
    details: {
      formId: 'consumer',
      formVersion: 1,
      late: false,
      documentsDue: false,
      suspectedMachine: false,
      withoutScript: false,
      answersHash: 'ab',
      caseId: 'brand-drug',
      language: 'en',
      documentsExpected: 0,
      duplicateNotice: false,
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

test('an intact history has no broken entry', () => {
  expect(findBrokenEntry('1234567897', history(5))).toBeUndefined();
  expect(findBrokenEntry('1234567897', [])).toBeUndefined();
});

test('the key order of details, which the database does not preserve, does not matter', () => {
  const [first] = history(1);
  const reversed = first && { ...first, details: Object.fromEntries(Object.entries(first.details).toReversed()) };
  expect(reversed && findBrokenEntry('1234567897', [reversed])).toBeUndefined();
});

test('any changed, removed or swapped entry is detected', () => {
  const change = (entries: HistoryEntry[], at: number, part: Partial<HistoryEntry>) =>
    entries.map((entry, index) => (index === at ? { ...entry, ...part } : entry));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4 }), (at) => {
      const intact = history(5);
      expect(findBrokenEntry('1234567897', change(intact, at, { kind: 'other' }))).toBe(at + 1);
      expect(findBrokenEntry('1234567897', change(intact, at, { details: { size: 99 } }))).toBe(at + 1);
      expect(findBrokenEntry('1234567897', change(intact, at, { at: new Date(5) }))).toBe(at + 1);
      if (at < 4)
        expect(
          findBrokenEntry(
            '1234567897',
            intact.filter((_, index) => index !== at),
          ),
        ).toBe(at + 1);
      // With its new hash the entry is intact, but the next one does not follow it.
      const rehashed = change(intact, at, { details: { size: 99 } }).map((entry, index) =>
        index === at ? { ...entry, hash: hashEntry('1234567897', entry) } : entry,
      );
      expect(findBrokenEntry('1234567897', rehashed)).toBe(at < 4 ? at + 2 : undefined);
    }),
  );
  // A history is not valid for another claim.
  expect(findBrokenEntry('0000000000', history(2))).toBe(1);
});
