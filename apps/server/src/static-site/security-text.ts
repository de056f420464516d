import type { SiteManifest } from '@redress/contract/manifest';

const daysUntilItExpires = 180;

/**
 * `/.well-known/security.txt` (RFC 9116). It expires half a year after the server was started, not after it was asked for: where nobody has
 * touched the server for so long, nobody should be expected to read the mail either.
 */
export function securityText(site: SiteManifest, origin: string, startedAt: Date): string {
  const expires = new Date(startedAt);
  expires.setUTCDate(expires.getUTCDate() + daysUntilItExpires);
  expires.setUTCHours(0, 0, 0, 0);
  const languages = ['en', ...Object.keys(site.translations ?? {})];
  return [
    `Contact: mailto:${site.securityEmail}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
}
