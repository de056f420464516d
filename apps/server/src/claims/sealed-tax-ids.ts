import type { TaxId } from '@redress/forms/tax-ids';
import type { Keys } from '../keys/keys.ts';
import { acceptedKeys, keyedHash } from '../keys/keys.ts';
import { openText, sealText } from '../keys/sealed-text.ts';

export type TaxIdKeys = Pick<Keys, 'tax-ids' | 'tax-id-lookup' | 'version' | 'others'>;

/** A tax ID as the database holds it. */
export interface SealedTaxId {
  readonly path: string;
  readonly encrypted: Buffer;
  readonly key_version: number;
  readonly lookup: Buffer;
}

/** Encrypts tax IDs, each bound to its claim and its place: one that is copied to another claim or row cannot be read there. */
export function sealTaxIds(claimNumber: string, taxIds: readonly TaxId[], keys: TaxIdKeys): SealedTaxId[] {
  return taxIds.map(({ path, digits }) => ({
    path,
    encrypted: sealText(digits, keys['tax-ids'], placeOf(claimNumber, path)),
    // So that keys can be changed.
    key_version: keys.version,
    lookup: lookupOf(digits, keys),
  }));
}

/** Throws, without telling any digit, when the key is another one or the bytes were changed or moved. */
export function openTaxId(claimNumber: string, sealed: Omit<SealedTaxId, 'lookup'>, keys: TaxIdKeys): TaxId {
  const { path, encrypted, key_version: version } = sealed;
  const name = `The tax ID ${path} of claim ${claimNumber}`;
  // A secret that the database did not know when this process started, because another one used it first, has no version here.
  const key = [keys, ...keys.others].find((each) => each.version === version || each.version === 0);
  if (!key) throw new Error(`${name} was encrypted with a key of version ${version}, which is not known`);
  try {
    return { path, digits: openText(encrypted, key['tax-ids'], placeOf(claimNumber, path)) };
  } catch (cause) {
    throw new Error(`${name} cannot be read: SECRET_KEY is not the one it was stored with, or it was changed`, {
      cause,
    });
  }
}

/** The same for the same digits, wherever they stand. */
export function lookupOf(digits: string, keys: TaxIdKeys): Buffer {
  return keyedHash(keys['tax-id-lookup'], digits);
}

/** All hashes under which the same digits may stand while keys are changed. */
export function lookupsOf(digits: string, keys: TaxIdKeys): Buffer[] {
  return acceptedKeys(keys, 'tax-id-lookup').map((key) => keyedHash(key, digits));
}

function placeOf(claimNumber: string, path: string): string {
  return `${claimNumber}:${path}`;
}
