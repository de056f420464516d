import type { LetterDue } from '@redress/contract/letters';
import { apiQuery } from '../api/api-client.ts';

export const lettersKey = ['letters'] as const;

export const letterPreviewQuery = (caseId: string, kind: LetterDue) => ({
  ...apiQuery([...lettersKey, 'preview', caseId, kind], 'POST /letters/preview', { body: { caseId, kind } }),
  // The number of letters must be the current one.
  gcTime: 0,
});

export const letterQuery = (id: string) => apiQuery([...lettersKey, id], 'GET /letters/:id', { params: { id } });
