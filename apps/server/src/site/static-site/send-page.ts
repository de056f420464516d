import type { RenderedIsland } from '@redress/contract/page-renderer';
import { createIdempotencyKey } from '@redress/contract/idempotency-key';
import { formKeyPlaceholder, formKeyRefresh, islandMarkers } from '@redress/contract/site-files';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { chooseEncoding, compress, type Encoding } from './content-encoding.ts';
import type { Representations } from './site-file.ts';
import { speculationRulesPath } from './fixed-text-routes.ts';

/** A new form key, the idempotency key of the claim, which only its page knows. */
export function createFormKey(): string {
  return createIdempotencyKey(randomBytes(16));
}

/** A built form page with a key, which asks for none. Undefined for other files. */
export function withFormKey({ identity }: Representations, formKey: string): string | undefined {
  const html = identity.bytes?.toString();
  if (!html?.includes(formKeyPlaceholder)) return undefined;
  return html.replace(formKeyRefresh, '').replace(formKeyPlaceholder, formKey);
}

/** Sends a page that was rendered for this request. The caller sets status and caching. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const bytes = await compress(Buffer.from(html), encoding, 'fast');
  return sendBody(request, reply, { type: htmlType, encoding, length: bytes.length }, () => bytes);
}

export const htmlType = 'text/html; charset=utf-8';

/** Sends a body and its headers; for HEAD, the headers alone. */
export function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, encoding, length }: { readonly type: string; readonly encoding: Encoding; readonly length: number },
  read: () => Buffer | Readable,
): FastifyReply {
  void reply.type(type).header('vary', 'Accept-Encoding').header('content-length', length);
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  if (type === htmlType) void reply.header('speculation-rules', `"${speculationRulesPath}"`);
  return reply.send(request.method === 'HEAD' ? undefined : read());
}

/**
 * Replaces a built page's island, caption and links above, prefixes its title and fills in the form
 * key.
 */
export function renderIntoPage(
  page: Representations,
  formKey: string,
  { island, titlePrefix, caption, links = {} }: RenderedIsland,
): string {
  // The key comes first, because the island contains what the claimant typed and must stay as it
  // is.
  const html = withFormKey(page, formKey) ?? page.identity.bytes?.toString() ?? '';
  const start = html.indexOf(islandMarkers.start);
  const end = html.lastIndexOf(islandMarkers.end);
  if (start === -1 || end < start) throw new Error('The built page has no place for an island');
  const before = Object.entries(links).reduce(
    (above, [from, to]) => above.replaceAll(`<a href="${from}"`, () => `<a href="${to}"`),
    html.slice(0, start + islandMarkers.start.length),
  );
  return withCaption(prefixTitle(before, titlePrefix), caption) + island + html.slice(end);
}

const prefixTitle = (html: string, prefix: string): string =>
  html.replace('<title>', (tag) => tag + escapeHtml(prefix));

const withCaption = (html: string, caption: string | undefined): string =>
  caption === undefined
    ? html
    : html.replace(/(<p class="caption")[^>]*>[^<]*/, (_, tag: string) => `${tag}>${escapeHtml(caption)}`);

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
