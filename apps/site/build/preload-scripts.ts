import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentName } from '@redress/content/folders';
import { newestVersionOf } from '@redress/contract/claim-forms';
import type { Settlement } from '@redress/contract/settlement';
import { isProsePage } from '@redress/contract/site-files';
import { fileOfForm } from '@redress/forms/file-of-form';
import type { Manifest } from 'vite';

type PagesAndForms = Pick<Settlement, 'site' | 'login' | 'idRequest' | 'claimForms'>;

/**
 * Preloads in every page's head the scripts that its entry will import, so that they load in
 * parallel. `dist` holds `assets.json` (Vite's manifest). Returns how many pages changed.
 */
export async function preloadScripts(dist: string, settlement: PagesAndForms): Promise<number> {
  const parse: (json: string) => Manifest = JSON.parse;
  const manifest = parse(await readFile(join(dist, 'assets.json'), 'utf8'));
  const client = join(dist, 'client');
  const files = (await readdir(client, { recursive: true })).filter((file) => file.endsWith('.html'));
  let changed = 0;
  for (const file of files) {
    const html = await readFile(join(client, file), 'utf8');
    const entry = /<script src="\/([^"]+)"/.exec(html)?.[1];
    if (entry === undefined || html.includes('rel="modulepreload"')) continue;
    // Removes the day that the page is rendered for (`~2025-06-03/`).
    const path = `/${file.replace(/^~[^/]+\//, '').replace(/\/?index\.html$/, '')}`;
    const scripts = scriptsOf(manifest, entry, modulesOf(settlement, path));
    const links = scripts.map((script) => `<link rel="modulepreload" href="/${script}" fetchpriority="low">`).join('');
    await writeFile(join(client, file), html.replace('</head>', `${links}</head>`));
    changed += 1;
  }
  return changed;
}

/** The scripts that an entry and its dynamically imported `modules` (source paths) need. */
export function scriptsOf(manifest: Manifest, entry: string, modules: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk for ${key}.`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.file === entry);
  // A page's entry imports its island dynamically, and nothing else.
  const islands = entries.flatMap((key) => manifest[key]?.dynamicImports ?? []);
  [...entries, ...islands, ...modules].forEach(visit);
  found.delete(entry);
  return [...found];
}

/** The modules that a page's island imports dynamically before a claimant can use it. */
function modulesOf({ site, login, idRequest, claimForms }: PagesAndForms, path: string): string[] {
  const page = site.pages.find((one) => one.path === path);
  if (!page || isProsePage(page) || page.kind === 'complete') return [];
  const language = page.language ?? 'en';
  const claimForm = page.kind === 'form' ? newestVersionOf(claimForms, page.form) : undefined;
  const forms = [
    ...(claimForm ? [claimForm] : []),
    ...(page.kind === 'login' && login ? [login] : []),
    ...(page.kind === 'id-request' && idRequest ? [idRequest] : []),
  ];
  // Parts that depend on an answer load after that answer.
  const isShown = (part: object) => !('shownWhen' in part);
  const sections = claimForm?.sections.filter(isShown) ?? [];
  const kinds = sections.flatMap(({ items }) => items.filter(isShown).map(({ kind }) => kind));
  return [
    `src/messages/form-${language}.ts`,
    ...forms.map(({ id, version }) => `../../content/${contentName}/${fileOfForm({ id, version, language })}`),
    ...(kinds.includes('rows') ? ['src/fields/rows-field.tsx'] : []),
    ...(kinds.includes('captcha') ? ['src/captcha/captcha-box.tsx'] : []),
    ...(page.kind === 'form' && page.login !== undefined ? ['src/login/login-status.tsx'] : []),
  ];
}
