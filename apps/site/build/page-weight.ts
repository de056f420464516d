import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The compressed bytes of one page, without the favicon and what loads on demand. */
export interface PageWeight {
  readonly html: number;
  readonly css: number;
  /** The entry and the preloaded chunks. */
  readonly script: number;
  /** The number of inline scripts. */
  readonly inlineScripts: number;
}

/** Measures a page of `apps/site/dist/client`. `pagePath` is its path in the manifest. */
export function weighPage(dist: string, pagePath: string, compression: 'br' | 'gz'): PageWeight {
  const file = path.join(dist, pagePath, 'index.html');
  const html = readFileSync(file, 'utf8');
  const links = (pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1] ?? '');
  const styles = links(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g);
  const scripts = links(/<(?:script[^>]+src|link rel="modulepreload" href)="([^"]+)"/g);
  const sum = (files: readonly string[]) =>
    files.reduce((total, one) => total + sentSize(path.join(dist, one), compression), 0);
  return {
    html: sentSize(file, compression),
    css: sum(styles),
    script: sum(scripts),
    inlineScripts: [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g)].length,
  };
}

function sentSize(file: string, compression: 'br' | 'gz'): number {
  const compressed = `${file}.${compression}`;
  return statSync(existsSync(compressed) ? compressed : file).size;
}
