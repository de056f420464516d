import type { ClaimForm } from '@redress/forms/definition';

/** The version of a form that is filled in now: its newest. Undefined where there is no such form. */
export function newestVersionOf(claimForms: readonly ClaimForm[], id: string): ClaimForm | undefined {
  return claimForms
    .filter((form) => form.id === id)
    .reduce<ClaimForm | undefined>(
      (newest, form) => (newest === undefined || form.version > newest.version ? form : newest),
      undefined,
    );
}
