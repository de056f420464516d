import { outcomeId, postedSearch } from '@redress/contract/form-post';

/** How a form posts itself to its own page, and where that page is to be read on when it comes back. */
export const postTarget = (path: string) =>
  ({ method: 'post', encType: 'multipart/form-data', action: `${path}${postedSearch}#${outcomeId}` }) as const;
