import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { ProblemError } from '../../platform/http/problem.ts';
import { documentPolicy } from '../../platform/http/security-headers.ts';
import { undefinedIfMissing } from '../../platform/storage/disk.ts';
import { chooseEncoding, encodings } from './content-encoding.ts';
import { htmlType, sendBody } from './send-page.ts';
import type { Representations, SiteFile } from './site-file.ts';

const immutable = 'public, max-age=31536000, immutable';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': htmlType,
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

/**
 * Answers GET and HEAD with a file: in the preferred encoding, 304 if the client has it, and a
 * range of a published document. Files with a hash in their name never change.
 * @param caching `Cache-Control` of other files
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, path, read }: SiteFile,
  caching: string,
): Promise<FastifyReply> {
  const { encoding, etag, length, bytes } = chooseRepresentation(request, await read());
  // A large file on the disk must still be the one that was hashed. A build may have replaced it.
  if (!bytes && (await stat(path).catch(undefinedIfMissing))?.size !== length)
    throw new ProblemError('unavailable', {}, { retryAfterSeconds: 3 });
  const hasHash = /^(?:preview\/)?assets\/.*[.-][\w-]{8}\.\w+$/.test(name);
  const isDocument = name.startsWith('documents/');
  void reply
    .header('etag', etag)
    .header('cache-control', hasHash ? immutable : caching)
    .header('vary', 'Accept-Encoding');
  // A 304 also needs it, because its headers replace those in the browser's cache.
  if (isDocument) void reply.header('content-security-policy', documentPolicy);
  // After a 304 without a lifetime, nginx would keep its copy for as long as at first.
  if (caching !== 'no-store' && matches(request.headers['if-none-match'], etag)) return reply.code(304).send();

  let [first, last] = [0, length - 1];
  if (isDocument) {
    const type = name.endsWith('.pdf') ? 'inline' : 'attachment';
    void reply
      .header('accept-ranges', 'bytes')
      .header('content-disposition', contentDisposition(basename(name), { type }));
    const isCurrent = [undefined, etag].some((current) => current === request.headers['if-range']);
    const range = isCurrent && request.method === 'GET' ? readRange(request.headers.range, length) : 'whole';
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${length}`).send();
    if (range !== 'whole') {
      ({ first, last } = range);
      void reply.code(206).header('content-range', `bytes ${first}-${last}/${length}`);
    }
  }
  const type = mediaTypes[extname(name)] ?? 'application/octet-stream';
  return sendBody(request, reply, { type, encoding, length: last - first + 1 }, () =>
    bytes ? bytes.subarray(first, last + 1) : createReadStream(path, { start: first, end: last }),
  );
}

/** A file in the encoding that the client prefers. */
export function chooseRepresentation({ headers }: FastifyRequest, representations: Representations) {
  const offered = encodings.filter((one) => representations[one]);
  const encoding = chooseEncoding(headers['accept-encoding'], offered);
  return { encoding, ...(representations[encoding] ?? representations.identity) };
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
