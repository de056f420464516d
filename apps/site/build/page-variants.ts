import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SiteManifest } from '@redress/contract/settlement';
import type { PageVariants } from '@redress/contract/site-files';

type Variants = PageVariants['pages'][string];

/**
 * Moves the variants of pages by day (`~<day>/`, see `routing/dated-urls.ts`) in `client` to
 * `variants/<day>/`, and the last one to the page's own path. Lists them in `variants.json`.
 * Returns the number of the variants other than the last.
 */
export async function sortVariants(client: string, site: Pick<SiteManifest, 'timeZone' | 'pages'>): Promise<number> {
  const folders = (await readdir(client)).filter((name) => name.startsWith('~')).sort();
  const pages: Record<string, Variants> = {};
  for (const { path } of site.pages) {
    const own = join(path, 'index.html').slice(1);
    const rendered = folders.map((folder) => ({ from: folder.slice(1), file: join(folder, own) }));
    const existing = rendered.filter(({ file }) => existsSync(join(client, file)));
    if (existing.length === 0) continue;
    const variants = await moveVariants(client, existing, own);
    if (variants.length > 1) pages[path] = variants;
  }
  await Promise.all(folders.map((folder) => rm(join(client, folder), { recursive: true })));
  const list: PageVariants = { timeZone: site.timeZone, pages };
  await writeFile(join(client, 'variants.json'), JSON.stringify(list));
  return Object.values(pages).reduce((sum, variants) => sum + variants.length - 1, 0);
}

/** Drops variants equal to the one before. `own` is the file of the last one. */
async function moveVariants(client: string, rendered: Variants, own: string): Promise<Variants> {
  const variants: { readonly from: string; readonly file: string }[] = [];
  let before: string | undefined;
  for (const { from, file } of rendered) {
    const html = await readFile(join(client, file), 'utf8');
    if (html !== before) variants.push({ from, file });
    before = html;
  }
  return Promise.all(
    variants.map(async ({ from, file }, index) => {
      const variant = index === variants.length - 1 ? own : join('variants', from, own);
      await mkdir(dirname(join(client, variant)), { recursive: true });
      await rename(join(client, file), join(client, variant));
      return { from, file: variant };
    }),
  );
}
