import type { AnyAnswers } from '@redress/forms/answers';
import type { ClaimForm } from '@redress/forms/definition';
import { keyedHash } from '../keys/keys.ts';
import { canonicalJson } from './canonical-json.ts';

/** Tells whether two requests file the same: a keyed hash of the parsed answers with the form and its version, whatever their order. */
export function hashAnswers(form: Pick<ClaimForm, 'id' | 'version'>, answers: AnyAnswers, key: Buffer): Buffer {
  return keyedHash(key, canonicalJson([form.id, form.version, answers]));
}
