import { site } from '@redress/content/site';
import { notFoundPaths } from '../../routing/not-found-pages.ts';

export const onBeforePrerenderStart = (): string[] => notFoundPaths(site);
