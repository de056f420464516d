import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { siteBuild } from '@redress/content/folders';
import { site } from '@redress/content/site';

/** `npm run weigh`: the transfer size of each page as a Markdown table. */
const client = join(import.meta.dirname, '..', siteBuild, 'client');

const rows = site.pages.map(({ path }) => {
  const [brotli, gzip] = [weighPage(path, 'br'), weighPage(path, 'gz')];
  const cells = [brotli.html, brotli.css, brotli.html + brotli.css, gzip.html + gzip.css, brotli.script];
  return `| \`${path}\` | ${cells.map((bytes) => bytes.toLocaleString('en-US')).join(' | ')} |`;
});
console.log(
  [
    'Bytes as sent, compressed with brotli. One column is for gzip, which a few browsers need.',
    '',
    '| page | HTML | CSS | HTML + CSS | with gzip | script |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n'),
);

/** Excludes the favicon and parts that load on demand. `script` is the entry and its preloads. */
function weighPage(path: string, compression: 'br' | 'gz') {
  const file = join(client, path, 'index.html');
  const html = readFileSync(file, 'utf8');
  const sizeOf = (name: string): number => {
    const compressed = `${name}.${compression}`;
    return statSync(existsSync(compressed) ? compressed : name).size;
  };
  const sizeOfLinks = (pattern: RegExp): number =>
    [...html.matchAll(pattern)].reduce((total, [, link = '']) => total + sizeOf(join(client, link)), 0);
  return {
    html: sizeOf(file),
    css: sizeOfLinks(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g),
    script: sizeOfLinks(/<(?:script[^>]+src|link rel="modulepreload" href)="([^"]+)"/g),
  };
}
