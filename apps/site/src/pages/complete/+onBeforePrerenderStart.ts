import { site } from '@redress/content/site';
import { pathsOfKind } from '../../routing/find-page.ts';

export const onBeforePrerenderStart = (): string[] => pathsOfKind(site, 'complete');
