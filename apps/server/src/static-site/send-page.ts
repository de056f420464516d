import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { freshFormKey } from './form-key.ts';
import type { Encoding } from './accept-encoding.ts';
import { chooseEncoding, encodings } from './accept-encoding.ts';
import type { Representations } from './site-file.ts';
import { speculationRulesPath } from './speculation-rules.ts';

/** Much less work than for a page that is compressed once, and a few percent larger. */
const brotliQuality = 4;
const gzipLevel = 6;

/** A page that a browser may go back to, but asks for anew when it is visited again: it carries a key of its own. */
const ownEachTime = 'private, no-cache';

/** Answers GET and HEAD with a built page that has a form, and puts a fresh key into it. */
export async function sendFormPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { aroundKey = [], fillSlot }: Pick<Representations, 'aroundKey' | 'fillSlot'>,
): Promise<FastifyReply> {
  void reply.header('cache-control', ownEachTime);
  const formKey = freshFormKey();
  if (!fillSlot) return sendPage(request, reply, aroundKey.join(formKey));
  const encoding = chooseEncoding(request.headers['accept-encoding'], encodings);
  return sendBytes(request, reply, encoding, fillSlot(formKey, encoding));
}

/** Sends a page that was made for this request alone, compressed as the client takes it. The caller has set status and caching. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding'], encodings);
  return sendBytes(request, reply, encoding, await compress(Buffer.from(html), encoding));
}

function sendBytes(request: FastifyRequest, reply: FastifyReply, encoding: Encoding, bytes: Buffer): FastifyReply {
  void reply
    .type('text/html; charset=utf-8')
    .header('vary', 'Accept-Encoding')
    .header('speculation-rules', `"${speculationRulesPath}"`)
    .header('content-length', bytes.length);
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.send(request.method === 'HEAD' ? undefined : bytes);
}

async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      });
    case 'gzip':
      return promisify(gzip)(bytes, { level: gzipLevel });
    case 'identity':
      return bytes;
  }
}
