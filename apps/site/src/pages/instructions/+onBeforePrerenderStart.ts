import { site } from '@redress/content/site';
import { urlsToPrerender } from '../../routing/dated-urls.ts';

export const onBeforePrerenderStart = (): string[] => urlsToPrerender(site, 'instructions');
