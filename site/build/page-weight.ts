import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** What a browser fetches for one page, in bytes as sent (brotli); the favicon and what a claimant's action fetches are left out. */
export interface PageWeight {
  readonly html: number;
  readonly css: number;
  /** At most this much: see `withImports`. */
  readonly script: number;
  /** Scripts that stand in the page itself. */
  readonly inlineScripts: number;
}

/** Weighs a prerendered page of `site/dist/client`. `pagePath` as in the manifest (`/contact`). */
export function weighPage(dist: string, pagePath: string): PageWeight {
  const file = path.join(dist, pagePath, 'index.html');
  const html = readFileSync(file, 'utf8');
  const links = (pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1] ?? '');
  const styles = links(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g);
  const scripts = links(/<script[^>]+src="([^"]+)"/g);
  const sum = (files: Iterable<string>) => [...files].reduce((total, one) => total + sentSize(path.join(dist, one)), 0);
  return {
    html: sentSize(file),
    css: sum(styles),
    script: sum(withImports(dist, scripts)),
    inlineScripts: [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g)].length,
  };
}

/** A script with all chunks that it imports, at once or by `import()`: every form's definition counts, though a page loads only its own. */
function withImports(dist: string, scripts: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...scripts];
  for (let script = waiting.pop(); script !== undefined; script = waiting.pop()) {
    if (found.has(script)) continue;
    found.add(script);
    const source = readFileSync(path.join(dist, script), 'utf8');
    for (const match of source.matchAll(/(?:from|import)\s*\(?\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g)) {
      waiting.push(path.posix.join(path.posix.dirname(script), match[1] ?? ''));
    }
  }
  return found;
}

function sentSize(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}
