import { site } from '@redress/content/site';
import { urlsToPrerender } from '../../routing/urls-to-prerender.ts';

export const onBeforePrerenderStart = (): string[] => urlsToPrerender(site, 'instructions');
