import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, languages } from '@redress/contract/language';
import type { SiteManifest } from '@redress/contract/settlement';
import { theme } from '@redress/contract/theme';
import { maintenanceMessages, type ProxyPage, proxyPages } from './maintenance-messages.ts';

/**
 * Writes `maintenance/maintenance.html` and `busy.html`, which the proxy shows while the server is
 * down or may get no more requests. They are outside the folder that the server serves, need no
 * other file, and have every language.
 */
export async function writeProxyPages(dist: string, site: SiteManifest): Promise<void> {
  const folder = join(dist, 'maintenance');
  await mkdir(folder, { recursive: true });
  for (const page of proxyPages) await writeFile(join(folder, `${page}.html`), renderPage(site, page));
}

function renderPage(site: SiteManifest, page: ProxyPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${maintenanceMessages('en')[page].title} | ${site.name}`)}</title>
<style>
:root { color-scheme: light dark }
body { max-width: 38rem; margin: 0 auto; padding: 2rem 1rem; font: 1.0625rem/1.6 system-ui, sans-serif }
section + section { margin-top: 3rem; border-top: 1px solid; padding-top: 1.5rem }
h1, h2 { line-height: 1.25 }
h2 { font-size: 1.1875rem }
a { color: inherit }
@media (prefers-color-scheme: light) { body { color: ${theme.ink} } }
</style>
</head>
<body>
<main>
${languages.map((language) => renderSection(site, page, language)).join('\n')}
</main>
</body>
</html>
`;
}

function renderSection(site: SiteManifest, page: ProxyPage, language: Language): string {
  const messages = maintenanceMessages(language);
  const { title, wait, sending } = messages[page];
  const { name } = (language === 'en' ? undefined : site.translations?.[language]) ?? site;
  const texts = [
    `<p>${escapeHtml(name)}</p>`,
    `<h1>${title}</h1>`,
    `<p>${wait}</p>`,
    `<h2>${messages.sendingHeading}</h2>`,
    `<p>${sending}</p>`,
    `<p>${messages.notSure}</p>`,
    `<h2>${messages.deadlineHeading}</h2>`,
    `<p>${messages.deadline} <a href="tel:+${escapeHtml(site.phone)}">${escapeHtml(site.phone)}</a></p>`,
  ];
  return `<section lang="${language}">\n${texts.join('\n')}\n</section>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
