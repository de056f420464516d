import { hash } from 'node:crypto';
import { decryptText, encryptText } from '../../platform/keys/encrypted-fields.ts';
import { acceptedKeys, type Keys } from '../../platform/keys/keys.ts';

/** The place where a page of a list begins or ends: the last row's values of the sort columns. */
export type ListPosition = readonly string[];

/** The owner that a cursor is bound to. A cursor is invalid for any other. */
export interface CursorOwner {
  /** The list's name, for example `claims`. */
  readonly list: string;
  readonly staffId: string;
  /** Filters and order, without the position. */
  readonly query: string;
}

/**
 * Writes a cursor for a list that is paged by key. It is encrypted, not only signed, because it
 * contains names and is part of an address.
 */
export function writeCursor(keys: Keys, owner: CursorOwner, position: ListPosition): string {
  return encryptText(JSON.stringify(position), keys['list-cursors'], nameOwner(owner)).toString('base64url');
}

/** Undefined for a cursor of another list, person or order, or a changed one. */
export function readCursor(keys: Keys, owner: CursorOwner, cursor: string): ListPosition | undefined {
  for (const key of acceptedKeys(keys, 'list-cursors'))
    try {
      const position: unknown = JSON.parse(decryptText(Buffer.from(cursor, 'base64url'), key, nameOwner(owner)));
      if (Array.isArray(position)) return position.map(String);
    } catch {
      // The cursor was changed, or its key is unknown.
    }
  return undefined;
}

const nameOwner = ({ list, staffId, query }: CursorOwner) => `${list}:${staffId}:${hash('sha256', query, 'hex')}`;
