import { site } from '@redress/content/site';
import { notFoundPaths } from '../../routing/find-page.ts';

export const onBeforePrerenderStart = (): string[] => notFoundPaths(site);
