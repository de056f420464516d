import { fileURLToPath } from 'node:url';
import { site } from '@redress/content/site';
import { weighPage } from './page-weight.ts';

/** `npm run weigh`: the transfer size of each page as a Markdown table. */
const dist = fileURLToPath(new URL('../dist/client', import.meta.url));
const number = (bytes: number): string => bytes.toLocaleString('en-US');

const rows = site.pages.map(({ path }) => {
  const [brotli, gzip] = [weighPage(dist, path, 'br'), weighPage(dist, path, 'gz')];
  const cells = [brotli.html, brotli.css, brotli.html + brotli.css, gzip.html + gzip.css, brotli.script].map(number);
  return `| \`${path}\` | ${cells.join(' | ')} |`;
});
console.log(
  [
    'Bytes as sent, compressed with brotli; in one column with gzip, for the few browsers that take only that.',
    '',
    '| page | HTML | CSS | HTML + CSS | with gzip | script |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n'),
);
