import { noScriptFields } from '@redress/contract/no-script-form';
import { idempotencyKeyPattern } from '@redress/contract/http-headers';

/** 128 random bits in hex. (Browsers of 2020 have no `crypto.randomUUID`.) */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The key that the server put into this page for a native submit. The script uses the same one, so
 * that SUBMIT pressed before and after hydration files one claim.
 */
export function readPageKey(): string | undefined {
  const key = findKeyField()?.value;
  return key !== undefined && idempotencyKeyPattern.test(key) ? key : undefined;
}

/** Sets the key of a native submit. */
export function writePageKey(key: string): void {
  const field = findKeyField();
  if (field) field.value = key;
}

/** It is outside the island, so that React does not reset it. */
const findKeyField = () => document.querySelector<HTMLInputElement>(`input[name="${noScriptFields.key}"]`);
