import { site } from '@redress/content/site';
import { pathsOfKind } from '../../routing/pages-of-kind.ts';

export const onBeforePrerenderStart = (): string[] => pathsOfKind(site, 'login');
