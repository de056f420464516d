import { createHash, randomBytes } from 'node:crypto';
import { idempotencyKeyPattern } from '@redress/contract/http-headers';

/** A key for a form page that is sent: 128 random bits, which nobody but its reader knows. */
export function freshFormKey(): string {
  return randomBytes(16).toString('base64url');
}

/** A key that came with a post; a fresh one when it cannot be one of ours. */
export function readFormKey(posted: string | undefined): string {
  return posted !== undefined && idempotencyKeyPattern.test(posted) ? posted : freshFormKey();
}

/**
 * The key of the other claim that is filed with a form whose own key has filed one. It follows from the form's key, so that pressing the
 * button twice does not file twice.
 */
export function keyOfAnother(formKey: string): string {
  return createHash('sha256').update(`another ${formKey}`).digest('base64url');
}
