import { readClaimListQuery } from '@redress/contract/console/claim-list';
import { expect, test } from 'vitest';
import { deriveKeys } from '../../platform/keys/keys.ts';
import { sortedNameOf } from '../search/derive-rows.ts';
import { readCursor, writeCursor } from './list-cursor.ts';

const keys = deriveKeys('a secret of thirty-two characters');
const owner = { list: 'claims', staffId: '1', query: 'sort=name' };

test('an address takes the cursor after the longest name', () => {
  // Each syllable becomes three letters, of three bytes each.
  const position = [sortedNameOf('각'.repeat(100)), '9223372036854775807'];
  expect(position[0]).toHaveLength(200);
  const cursor = writeCursor(keys, owner, position);
  expect(readClaimListQuery([['after', cursor]])).toEqual({ query: { after: cursor }, ignored: [] });
  expect(readCursor(keys, owner, cursor)).toEqual(position);
});
