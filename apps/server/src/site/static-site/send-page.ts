import type { RenderedIsland } from '@redress/contract/page-renderer';
import { islandMarkers } from '@redress/contract/site-files';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { chooseEncoding, compress, type Encoding } from './content-encoding.ts';
import { createFormKey } from './precompressed-template.ts';
import type { FormPageTemplate, Representations } from './site-file.ts';
import { speculationRulesPath } from './fixed-text-routes.ts';

/** Browsers fetch the page again for a new visit, because each has its own form key. */
const formPageCaching = 'private, no-cache';

/** Answers GET and HEAD with a built page that has a form, with a new form key in it. */
export async function sendFormPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { before, after, finish }: FormPageTemplate,
): Promise<FastifyReply> {
  void reply.header('cache-control', formPageCaching);
  const ending = createFormKey() + after;
  if (chooseEncoding(request.headers['accept-encoding']) !== 'br') return sendPage(request, reply, before + ending);
  const bytes = finish(ending);
  return sendBody(request, reply, { type: htmlType, encoding: 'br', length: bytes.length }, () => bytes);
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

/** Replaces a built page's island and caption, prefixes its title and fills in the form key. */
export function renderIntoPage(
  { identity, template }: Representations,
  formKey: string,
  { island, titlePrefix, caption }: RenderedIsland,
): string {
  // The key comes first, because the island contains what the claimant typed and must stay as it
  // is.
  const html = template ? template.before + formKey + template.after : (identity.bytes?.toString() ?? '');
  const start = html.indexOf(islandMarkers.start);
  const end = html.lastIndexOf(islandMarkers.end);
  if (start === -1 || end < start) throw new Error('The built page has no place for an island');
  const before = html.slice(0, start + islandMarkers.start.length);
  return withCaption(prefixTitle(before, titlePrefix), caption) + island + html.slice(end);
}

const prefixTitle = (html: string, prefix: string): string =>
  html.replace('<title>', (tag) => tag + escapeHtml(prefix));

const withCaption = (html: string, caption: string | undefined): string =>
  caption === undefined
    ? html
    : html.replace(/(<p class="caption")[^>]*>[^<]*/, (_, tag: string) => `${tag}>${escapeHtml(caption)}`);

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
