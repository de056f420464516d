import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Tags of scripts, style sheets and preloads, as Vite and preload-scripts.ts write them. */
const loadingTags = /<(?:script|link rel="(?:stylesheet|modulepreload)")[^>]*? (?:src|href)="\/(assets\/[^"]+)"[^>]*/g;

/**
 * Adds Subresource Integrity hashes to the pages in `client`, so that browsers reject scripts and
 * style sheets that a CDN changed. Returns the number of hashes.
 */
export async function addIntegrity(client: string): Promise<number> {
  const files = (await readdir(client, { recursive: true })).map((file) => file.replaceAll('\\', '/'));
  const hashes = new Map<string, string>();
  for (const file of files.filter((name) => /^assets\/.*\.(?:js|css)$/.test(name))) {
    const bytes = await readFile(join(client, file));
    hashes.set(file, createHash('sha256').update(bytes).digest('base64'));
  }
  let written = 0;
  for (const page of files.filter((file) => file.endsWith('.html'))) {
    const html = await readFile(join(client, page), 'utf8');
    const signed = html.replace(loadingTags, (tag: string, file: string) => {
      if (tag.includes(' integrity=')) return tag;
      const hash = hashes.get(file);
      if (hash === undefined) throw new Error(`${page} loads ${file}, which the build did not write.`);
      written += 1;
      return `${tag} integrity="sha256-${hash}"`;
    });
    await writeFile(join(client, page), signed);
  }
  return written;
}
