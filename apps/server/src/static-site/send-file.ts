import type { FastifyReply, FastifyRequest } from 'fastify';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { documentPolicy } from '../http/security-headers.ts';
import { chooseEncoding, encodings } from './accept-encoding.ts';
import type { ByteRange } from './byte-range.ts';
import { readRange } from './byte-range.ts';
import { mediaTypeOf } from './media-types.ts';
import type { Representation, Representations } from './site-file.ts';
import type { SiteEntry } from './site-folder.ts';
import { speculationRulesPath } from './speculation-rules.ts';

const forGood = 'public, max-age=31536000, immutable';
const askEachTime = 'no-cache';

/**
 * Answers GET and HEAD with a file: the form of it that the client takes, 304 when it has that, and of documents the part that it asks for.
 * Pages and documents are asked for each time, so that no old one is shown after a deadline; what has a hash in its name never changes.
 */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: SiteEntry,
  representations: Representations,
): FastifyReply {
  const { encoding, representation } = choose(request, representations);
  const hashed = /^assets\/.*[.-][\w-]{8}\.\w+$/.test(entry.name);
  const isDocument = entry.name.startsWith('documents/');
  void reply
    .header('etag', representation.etag)
    .header('cache-control', hashed ? forGood : askEachTime)
    .header('vary', 'Accept-Encoding');
  // It is said with a 304 too, whose headers replace those that a browser has kept.
  if (isDocument) void reply.header('content-security-policy', documentPolicy);
  if (matches(request.headers['if-none-match'], representation.etag)) return reply.code(304).send();

  void reply.type(mediaTypeOf(entry.name));
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  if (entry.name.endsWith('.html')) void reply.header('speculation-rules', `"${speculationRulesPath}"`);
  if (!isDocument) return sendBytes(request, reply, entry, representation);

  void reply.header('accept-ranges', 'bytes').header('content-disposition', dispositionOf(entry.name));
  const ifRange = request.headers['if-range'];
  const isSame = ifRange === undefined || ifRange === representation.etag;
  const range = isSame && request.method === 'GET' ? readRange(request.headers.range, representation.length) : 'whole';
  if (range === 'whole') return sendBytes(request, reply, entry, representation);
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${representation.length}`).send();
  void reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${representation.length}`);
  return sendBytes(request, reply, entry, representation, range);
}

/** Answers 404 with a page, which is not kept. */
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
    .header('cache-control', askEachTime)
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

/** Whether an `If-None-Match` header names what would be sent. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** PDF is read in the browser, everything else saved; both under the document's own name. */
function dispositionOf(name: string): string {
  const kind = name.endsWith('.pdf') ? 'inline' : 'attachment';
  const file = basename(name);
  return /^[\w.-]+$/.test(file)
    ? `${kind}; filename="${file}"`
    : `${kind}; filename*=UTF-8''${encodeURIComponent(file)}`;
}
