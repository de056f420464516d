import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteManifest } from '@redress/contract/settlement';
import { isProsePage, originPlaceholder } from '@redress/contract/site-files';
import { versionsOf } from '@redress/contract/translations';

/** Writes `sitemap.xml`, with the prose pages, and `robots.txt`. The server fills in its origin. */
export async function writeCrawlerFiles(client: string, site: SiteManifest): Promise<void> {
  const urls = site.pages.filter(isProsePage).map((page) => {
    const versions = versionsOf(site, page).map(
      ({ path, language }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${originPlaceholder}${path}"/>`,
    );
    return `<url><loc>${originPlaceholder}${page.path}</loc>${versions.join('')}</url>`;
  });
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ];
  await writeFile(join(client, 'sitemap.xml'), sitemap.join('\n'));
  const robots = ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${originPlaceholder}/sitemap.xml`, ''];
  await writeFile(join(client, 'robots.txt'), robots.join('\n'));
}
