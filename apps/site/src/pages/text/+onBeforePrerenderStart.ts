import { site } from '@redress/content/site';
import { urlsToPrerender } from '../../routing/dated-urls.ts';
import { notFoundPaths } from '../../routing/find-page.ts';

/** The URLs of pages of every kind: Vike calls a hook in `pages/` once for each of its folders. */
export const onBeforePrerenderStart = (): string[] => [...urlsToPrerender(site), ...notFoundPaths(site)];
