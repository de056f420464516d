import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Tags of scripts, style sheets and preloads, as Vite and preload-scripts.ts write them. */
const loadingTags = /<(?:script|link rel="(?:stylesheet|modulepreload)")[^>]*? (?:src|href)="\/(assets\/[^"]+)"[^>]*/g;

/**
 * Adds Subresource Integrity hashes to scripts and style sheets, so that browsers reject files that
 * a CDN changed. `client` is the built website. Returns the number of hashes.
 */
export async function addIntegrity(client: string): Promise<number> {
  const hashes = new Map<string, string>();
  const hashOf = async (file: string): Promise<string> => {
    const known = hashes.get(file);
    if (known !== undefined) return known;
    const hash = createHash('sha256')
      .update(await readFile(join(client, file)))
      .digest('base64');
    hashes.set(file, hash);
    return hash;
  };
  let written = 0;
  for (const page of (await readdir(client, { recursive: true })).filter((file) => file.endsWith('.html'))) {
    const html = await readFile(join(client, page), 'utf8');
    const files = [...html.matchAll(loadingTags)].map(([, file = '']) => file);
    for (const file of files) await hashOf(file);
    const signed = html.replace(loadingTags, (tag: string, file: string) => {
      if (tag.includes(' integrity=')) return tag;
      written += 1;
      return `${tag} integrity="sha256-${hashes.get(file) ?? ''}"`;
    });
    await writeFile(join(client, page), signed);
  }
  return written;
}
