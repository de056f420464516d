import { join } from 'node:path';
import { site } from '@redress/content/site';
import { compressFolder } from './compress.ts';
import { preloadScripts } from './preload-scripts.ts';

const dist = join(import.meta.dirname, '../dist');
const preloading = await preloadScripts(dist, site);
const compressed = await compressFolder(join(dist, 'client'));
console.log(`${preloading} pages preload their scripts; ${compressed} files compressed.`);
