import type { LetterDue } from '@redress/contract/letters';
import { callApi } from '../api/api-client.ts';

export const lettersKey = ['letters'] as const;

export const letterPreviewQuery = (caseId: string, kind: LetterDue) => ({
  queryKey: [...lettersKey, 'preview', caseId, kind],
  queryFn: () => callApi('POST /letters/preview', { body: { caseId, kind } }),
  // The number of letters must be the current one.
  gcTime: 0,
});

export const letterQuery = (id: string) => ({
  queryKey: [...lettersKey, id],
  queryFn: () => callApi('GET /letters/:id', { params: { id } }),
});
