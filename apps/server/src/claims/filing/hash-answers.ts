import type { AnyAnswers } from '@redress/forms/answers';
import type { ClaimForm } from '@redress/forms/definition';
import { canonicalJson } from '../../platform/keys/canonical-json.ts';
import { keyedHash } from '../../platform/keys/keys.ts';

/**
 * Equal hashes mean that two requests file the same claim. The hash is keyed, so the answers cannot
 * be guessed. It is stored, so its content and order must never change.
 */
export function hashAnswers(form: Pick<ClaimForm, 'id' | 'version'>, answers: AnyAnswers, key: Buffer): Buffer {
  return keyedHash(key, canonicalJson([form.id, form.version, answers]));
}
