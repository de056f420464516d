import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createReadStream } from 'node:fs';
import { basename, extname } from 'node:path';
import { documentPolicy } from '../http/security-headers.ts';
import { chooseEncoding, encodings } from './content-encoding.ts';
import type { Representation, Representations } from './site-file.ts';
import type { SiteEntry } from './site-folder.ts';
import { speculationRulesPath } from './fixed-text-routes.ts';

const immutable = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xml': 'application/xml; charset=utf-8',
};

const mediaTypeOf = (file: string) => mediaTypes[extname(file)] ?? 'application/octet-stream';

/**
 * Answers GET and HEAD with a file: in the preferred encoding, 304 if the client has it, and a
 * range of a published document. Browsers revalidate pages and documents on every use, so that none
 * outlives a deadline. Files with a hash in their name never change.
 */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: SiteEntry,
  representations: Representations,
): FastifyReply {
  const { encoding, representation } = choose(request, representations);
  const hasHash = /^assets\/.*[.-][\w-]{8}\.\w+$/.test(entry.name);
  const isDocument = entry.name.startsWith('documents/');
  void reply
    .header('etag', representation.etag)
    .header('cache-control', hasHash ? immutable : revalidate)
    .header('vary', 'Accept-Encoding');
  // A 304 needs it too, because its headers replace those in the browser's cache.
  if (isDocument) void reply.header('content-security-policy', documentPolicy);
  if (matches(request.headers['if-none-match'], representation.etag)) return reply.code(304).send();

  void reply.type(mediaTypeOf(entry.name));
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  if (entry.name.endsWith('.html')) void reply.header('speculation-rules', `"${speculationRulesPath}"`);
  if (!isDocument) return sendBytes(request, reply, entry, representation);

  const type = entry.name.endsWith('.pdf') ? 'inline' : 'attachment';
  void reply
    .header('accept-ranges', 'bytes')
    .header('content-disposition', contentDisposition(basename(entry.name), { type }));
  const ifRange = request.headers['if-range'];
  const isCurrent = ifRange === undefined || ifRange === representation.etag;
  const range =
    isCurrent && request.method === 'GET' ? readRange(request.headers.range, representation.length) : 'whole';
  if (range === 'whole') return sendBytes(request, reply, entry, representation);
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${representation.length}`).send();
  void reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${representation.length}`);
  return sendBytes(request, reply, entry, representation, range);
}

/** Answers 404 with a page. */
export function sendNotFoundPage(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: SiteEntry,
  representations: Representations,
): FastifyReply {
  const { encoding, representation } = choose(request, representations);
  void reply
    .code(404)
    .type(mediaTypeOf(entry.name))
    .header('cache-control', revalidate)
    .header('vary', 'Accept-Encoding');
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return sendBytes(request, reply, entry, representation);
}

function choose(request: FastifyRequest, representations: Representations) {
  const offered = encodings.filter((one) => representations[one]);
  const encoding = chooseEncoding(request.headers['accept-encoding'], offered);
  return { encoding, representation: representations[encoding] ?? representations.identity };
}

function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: SiteEntry,
  representation: Representation,
  range: ByteRange = { first: 0, last: representation.length - 1 },
): FastifyReply {
  void reply.header('content-length', range.last - range.first + 1);
  if (request.method === 'HEAD') return reply.send();
  if (representation.bytes) return reply.send(representation.bytes.subarray(range.first, range.last + 1));
  return reply.send(createReadStream(entry.path, { start: range.first, end: range.last }));
}

/** Whether an `If-None-Match` header contains the ETag. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** Offsets of the first and the last byte. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The range that a `Range` header requests of `size` bytes (RFC 9110, 14.2). Invalid headers and
 * multiple ranges get the whole file. (Why not `range-parser`:
 * docs/decisions/0020-http-libraries.md.)
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from, to] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole';
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return 'whole';
  return first >= size ? 'unsatisfiable' : { first, last };
}
