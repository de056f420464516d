import { noScriptFields } from '@redress/contract/no-script-form';
import { idempotencyKeyPattern } from '@redress/contract/http-headers';

/** A key that no other filled-in form has: 128 random bits in hex. (`crypto.randomUUID` is missing in browsers of 2020.) */
export function makeIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The key that the server put into this page, by which a post without script becomes a claim. The script files under the same one: pressed
 * before and after the script has come, SUBMIT makes one claim.
 */
export function readPageKey(): string | undefined {
  const key = keyField()?.value;
  return key !== undefined && idempotencyKeyPattern.test(key) ? key : undefined;
}

/** Has what the browser posts by itself go under this key. */
export function writePageKey(key: string): void {
  const field = keyField();
  if (field) field.value = key;
}

/** It stands outside of the island, so that React leaves the server's key in it. */
const keyField = () => document.querySelector<HTMLInputElement>(`input[name="${noScriptFields.key}"]`);
