import { fileURLToPath } from 'node:url';
import { site } from '@redress/content/site';
import { weighPage } from './page-weight.ts';

/** `npm run weigh`: what each page of the built site weighs on the line, in bytes (brotli). */
const dist = fileURLToPath(new URL('../dist/client', import.meta.url));
const rows = site.pages.map(({ path }) => ({ page: path, ...weighPage(dist, path) }));
console.table(
  Object.fromEntries(rows.map(({ page, ...weight }) => [page, { ...weight, 'html + css': weight.html + weight.css }])),
);
