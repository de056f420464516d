import { ProblemSchema } from '@redress/contract/problem';
import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { pageCaching } from './page-caching.ts';
import type { SiteContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';

/** Texts that stay the same while the server runs: lists, `security.txt` and speculation rules. */
export async function textRoutes(app: Api, { context }: PluginOptions<SiteContext>): Promise<void> {
  for (const [name, list] of Object.entries(context.settlement.lists)) addList(app, name, list);
  addText(app, securityTextPath, 'text/plain; charset=utf-8', securityText(context));
  addText(app, speculationRulesPath, 'application/speculationrules+json', JSON.stringify(speculationRules));
}

/** `GET /assets/<list>.json`: a reference list of the specification. */
function addList(app: Api, name: string, list: readonly { readonly Name: string }[]): void {
  const etag = `"${hash('sha256', JSON.stringify(list), 'base64url').slice(0, 22)}"`;
  app.get(
    `/assets/${name}`,
    {
      schema: {
        summary: `The list ${name}`,
        tags: ['lists'],
        response: {
          200: Type.Array(Type.Object({ Name: Type.String() })),
          304: Type.Null({ description: 'Not changed' }),
          '4xx': ProblemSchema,
        },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', pageCaching()).header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send(null);
      return [...list];
    },
  );
}

function addText(app: Api, path: string, type: string, text: string): void {
  app.get(path, { schema: { hide: true } }, (_request, reply) =>
    reply.type(type).header('cache-control', 'public, max-age=86400').send(Buffer.from(text)),
  );
}

const securityTextPath = '/.well-known/security.txt';
const securityTextDays = 180;

/**
 * `security.txt` (RFC 9116). It expires half a year after the server started: after so long without
 * maintenance, the mail is unlikely to be read.
 */
function securityText({ settlement, publicUrl, now }: SiteContext): string {
  const { site } = settlement;
  const expires = new Date(now());
  expires.setUTCDate(expires.getUTCDate() + securityTextDays);
  expires.setUTCHours(0, 0, 0, 0);
  return [
    `Contact: mailto:${site.securityEmail}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    `Preferred-Languages: ${['en', ...Object.keys(site.translations ?? {})].join(', ')}`,
    `Canonical: ${publicUrl.origin}${securityTextPath}`,
    '',
  ].join('\n');
}

/** Pages name this path in the header `Speculation-Rules`. */
export const speculationRulesPath = '/speculation-rules.json';

/**
 * Lets browsers prefetch a page while the pointer rests on its link. Prerendering is off
 * (docs/decisions/0009-caching.md).
 */
const speculationRules = {
  prefetch: [
    {
      source: 'document',
      eagerness: 'moderate',
      where: {
        and: [
          { href_matches: '/*' },
          ...['/api/*', '/assets/*', '/documents/*', '/.well-known/*'].map((path) => ({ not: { href_matches: path } })),
        ],
      },
    },
  ],
} as const;
