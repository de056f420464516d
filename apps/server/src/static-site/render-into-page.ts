import type { RenderedIsland } from '@redress/contract/page-renderer';
import { islandMarkers } from '@redress/contract/site-files';
import type { Representations } from './site-file.ts';

/**
 * A built page with another island, and with its title prefixed. `formKey` comes into the page around the island. Throws for a page that
 * has no island.
 */
export function renderIntoPage(
  page: Representations,
  formKey: string,
  { island, titlePrefix }: RenderedIsland,
): string {
  // First the key: what a claimant has typed stands in the island, and nothing is replaced in that.
  const html = page.aroundKey?.join(formKey) ?? page.identity.bytes?.toString('utf8') ?? '';
  const start = html.indexOf(islandMarkers.start);
  const end = html.lastIndexOf(islandMarkers.end);
  if (start === -1 || end < start) throw new Error('The built page has no place for an island');
  const before = html.slice(0, start + islandMarkers.start.length);
  return prefixTitle(before, titlePrefix) + island + html.slice(end);
}

function prefixTitle(html: string, prefix: string): string {
  const escaped = prefix.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return html.replace('<title>', (tag) => tag + escaped);
}
