import { hash } from 'node:crypto';
import { decryptText, encryptText } from '../../platform/keys/encrypted-fields.ts';
import { acceptedKeys, type Keys } from '../../platform/keys/keys.ts';

/**
 * Where a page of a list begins or ends: the last row's values of the columns that it is sorted by.
 */
export type ListPosition = readonly string[];

/** What a cursor belongs to. Anywhere else, it means nothing. */
export interface CursorOwner {
  /** Such as `claims`. */
  readonly list: string;
  readonly staffId: string;
  /** Filters and order, without the position. */
  readonly query: string;
}

/**
 * Cursors of lists that are paged by key. They are encrypted, not only signed: they hold names,
 * and travel in addresses.
 */
export function writeCursor(keys: Keys, owner: CursorOwner, position: ListPosition): string {
  return encryptText(JSON.stringify(position), keys['list-cursors'], nameOwner(owner)).toString('base64url');
}

/** Undefined for a cursor of another list, person or order, or one that was changed. */
export function readCursor(keys: Keys, owner: CursorOwner, cursor: string): ListPosition | undefined {
  for (const key of acceptedKeys(keys, 'list-cursors'))
    try {
      const position: unknown = JSON.parse(decryptText(Buffer.from(cursor, 'base64url'), key, nameOwner(owner)));
      if (Array.isArray(position)) return position.map(String);
    } catch {
      // Another key, or none of ours.
    }
  return undefined;
}

const nameOwner = ({ list, staffId, query }: CursorOwner) => `${list}:${staffId}:${hash('sha256', query, 'hex')}`;
