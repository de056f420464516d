import { outcomeId, noScriptSearch } from '@redress/contract/no-script-form';

/** How a form posts itself to its own page, and where that page is to be read on when it comes back. */
export const postTarget = (path: string) =>
  ({ method: 'post', encType: 'multipart/form-data', action: `${path}${noScriptSearch}#${outcomeId}` }) as const;
