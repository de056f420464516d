import { site } from '@redress/content/site';
import { createDrawer } from '../no-script/create-page-renderer.tsx';

/** `dist/drawer/drawer.js`: what the server draws pages with that come back from browsers without script. */
export const drawer = createDrawer(site);
