import type { LetterDue } from '@redress/contract/letters';
import { apiQuery } from '../api/api-client.ts';

export const lettersKey = ['letters'] as const;

/** Previews the letters that are due, or those of a request. */
export const letterPreviewQuery = (
  body: { readonly caseId: string; readonly kind: LetterDue } | { readonly job: string },
) => ({
  ...apiQuery([...lettersKey, 'preview', body], 'POST /letters/preview', { body }),
  // The number of letters must be the current one.
  gcTime: 0,
});

export const letterQuery = (id: string) => apiQuery([...lettersKey, id], 'GET /letters/:id', { params: { id } });
