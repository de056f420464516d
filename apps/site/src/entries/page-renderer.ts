import { site } from '@redress/content/site';
import { createPageRenderer } from '../pages/page-renderer.tsx';

/**
 * `dist/page-renderer/page-renderer.js`: what the server renders pages with that come back from
 * browsers without script.
 */
export const pageRenderer = createPageRenderer(site);
