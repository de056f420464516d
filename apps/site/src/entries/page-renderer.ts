import { site } from '@redress/content/site';
import { createDrawer } from '../pages/page-renderer.tsx';

/** `dist/drawer/drawer.js`: what the server draws pages with that come back from browsers without script. */
export const drawer = createDrawer(site);
