import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** What a browser fetches for one page, in bytes as sent; the favicon and what a claimant's action fetches are left out. */
export interface PageWeight {
  readonly html: number;
  readonly css: number;
  /** Its entry, and the chunks that its head names (preload-scripts.ts): all that it needs. */
  readonly script: number;
  /** Scripts that stand in the page itself. */
  readonly inlineScripts: number;
}

/** Weighs a prerendered page of `apps/site/dist/client`. `pagePath` as in the manifest (`/contact`). */
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
