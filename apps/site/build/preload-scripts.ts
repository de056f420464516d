import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settlement, SiteManifest } from '@redress/contract/manifest';
import { isForReading } from '@redress/contract/site-files';
import type { Manifest, ManifestChunk } from 'vite';

/**
 * Names in every page's head the scripts that its entry will import, so that a phone fetches them at once and not one after the other:
 * Vike does so only for pages that load its own runtime.
 * `dist` is the folder that Vike built: `assets.json` (Vite's manifest) and `client/`. Gives the number of pages that it changed.
 */
export async function preloadScripts(
  dist: string,
  { site, claimForms }: Pick<Settlement, 'site' | 'claimForms'>,
): Promise<number> {
  const parse: (json: string) => Manifest = JSON.parse;
  const manifest = parse(await readFile(join(dist, 'assets.json'), 'utf8'));
  const client = join(dist, 'client');
  const files = (await readdir(client, { recursive: true })).filter((file) => file.endsWith('.html'));
  let changed = 0;
  for (const file of files) {
    const html = await readFile(join(client, file), 'utf8');
    const entry = /<script src="\/([^"]+)"/.exec(html)?.[1];
    if (entry === undefined || html.includes('rel="modulepreload"')) continue;
    // Without the day that the page is rendered for (`~2025-06-03/`).
    const path = `/${file.replace(/^~[^/]+\//, '').replace(/\/?index\.html$/, '')}`;
    const scripts = scriptsOf(manifest, entry, chunksOf(site, claimForms, path));
    const links = scripts.map((script) => `<link rel="modulepreload" href="/${script}" fetchpriority="low">`).join('');
    await writeFile(join(client, file), html.replace('</head>', `${links}</head>`));
    changed += 1;
  }
  return changed;
}

/**
 * What an entry imports, directly or not, and what it will ask for; without the entry itself. `asked` names those chunks: `en` for the
 * words, `consumer.v*` for a form in its own language (its newest version), `consumer.v*.es` for its translation.
 */
export function scriptsOf(manifest: Manifest, entry: string, asked: readonly string[]): string[] {
  const keys = Object.keys(manifest);
  const askedFor = asked.flatMap((wanted) => {
    const found = keys.filter(
      (key) => manifest[key]?.isDynamicEntry && manifest[key].name?.replace(/\.v\d+/, '.v*') === wanted,
    );
    return found.sort((one, other) => versionOf(manifest[other]) - versionOf(manifest[one])).slice(0, 1);
  });
  const start = [...keys.filter((key) => manifest[key]?.file === entry), ...askedFor];
  const found = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk.file)) return;
    found.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  start.forEach(visit);
  found.delete(entry);
  return [...found];
}

const versionOf = (chunk: ManifestChunk | undefined): number => Number(/\.v(\d+)/.exec(chunk?.name ?? '')?.[1] ?? 0);

/**
 * The chunks that a page's island asks for: its words, its form, its login's, which may be asked in place, and the components that few forms
 * have (`apps/site/src/form/fields/field-components.tsx`).
 */
function chunksOf(site: SiteManifest, claimForms: Settlement['claimForms'], path: string): string[] {
  const page = site.pages.find((one) => one.path === path);
  if (!page || isForReading(page) || page.kind === 'complete') return [];
  const language = page.language ?? 'en';
  const login = page.kind === 'form' ? site.pages.find((one) => one.path === page.login) : undefined;
  const forms = [page, login].flatMap((one) => (one && 'form' in one ? [one.form] : []));
  const kinds = claimForms
    .filter(({ id }) => forms.includes(id))
    .flatMap(({ sections }) => sections.flatMap(({ items }) => items.map(({ kind }) => kind)));
  return [
    language,
    ...forms.map((form) => `${form}.v*${language === 'en' ? '' : `.${language}`}`),
    ...(kinds.includes('rows') ? ['rows-field'] : []),
    ...(kinds.includes('captcha') ? ['captcha-box'] : []),
  ];
}
