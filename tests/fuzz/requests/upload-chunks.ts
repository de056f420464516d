import fc from 'fast-check';
import { oddBytes, oddHeaderValue } from '../hostile-values.ts';
import type { FuzzRequest } from '../fuzz-request.ts';
import { anyVisitor } from './described-calls.ts';
import { oddContent, oddFileName } from './whole-uploads.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const oddMetadata = fc.oneof(
  fc
    .tuple(
      oddFileName,
      fc.constantFrom(
        '',
        ',chosen W10=',
        `,chosen ${base64('{"__proto__":[]}')}`,
        `,chosen ${base64('[{"table":"a","columns":{}}]')}`,
        `,chosen ${base64('['.repeat(5_000))}`,
        ',chosen !!!',
        ',claimnumber MQ==',
        ',filename',
        ' ,',
        ',__proto__ YQ==',
      ),
    )
    .map(([name, more]) => `claimnumber {{claim64}},filename ${base64(name)}${more}`),
  fc.constantFrom(
    '',
    ',',
    'claimnumber',
    'claimnumber  x',
    'filename YQ==',
    `claimnumber {{claim64}},filename ${base64('x'.repeat(4_000))}`,
    'claimnumber {{claim64}} {{claim64}},filename YQ==',
  ),
  oddHeaderValue,
);
const oddCount = fc.constantFrom(
  '0',
  '1',
  '5',
  '10',
  '100',
  '70000',
  '-1',
  '-0',
  '+1',
  '1.5',
  '1e3',
  '0x10',
  '',
  ' 1',
  '9007199254740993',
  '999999999999999',
  '9999999999999999',
  '99999999999999999999999',
  'NaN',
  '__proto__',
  '١',
);

/**
 * Resumable uploads (tus): creation, chunks at wrong offsets, methods and headers of other
 * extensions.
 */
export const oddPieces: fc.Arbitrary<FuzzRequest> = fc.oneof(
  fc
    .record({
      metadata: oddMetadata,
      length: oddCount,
      version: fc.constantFrom('1.0.0', '1.0.0', '1.0.0', '0.2.2', ''),
      more: fc.constantFrom<readonly (readonly [string, string])[]>(
        [],
        [],
        [],
        [['upload-defer-length', '1']],
        [['upload-concat', 'partial']],
        [['content-type', 'application/offset+octet-stream']],
        [['x-http-method-override', 'DELETE']],
      ),
      body: fc.option(oddBytes, { nil: undefined, freq: 5 }),
    })
    .map(({ metadata, length, version, more, body }): FuzzRequest => ({
      kind: 'pieces',
      visitor: 'filer',
      method: 'POST',
      target: '/api/uploads',
      headers: [['tus-resumable', version], ['upload-length', length], ['upload-metadata', metadata], ...more],
      ...(body && { body }),
    })),
  fc
    .record({
      visitor: anyVisitor,
      method: fc.constantFrom('PATCH', 'PATCH', 'PATCH', 'HEAD', 'GET', 'DELETE', 'OPTIONS', 'POST', 'PUT'),
      offset: oddCount,
      type: fc.constantFrom(
        'application/offset+octet-stream',
        'application/offset+octet-stream',
        'application/octet-stream',
        'application/json',
        '',
      ),
      body: oddContent,
      framing: fc.constantFrom('length', 'chunked'),
      version: fc.constantFrom('1.0.0', '1.0.0', '1.0.0', '2.0.0', ''),
      more: fc.constantFrom<readonly (readonly [string, string])[]>(
        [],
        [],
        [['upload-length', '1']],
        [['upload-checksum', 'sha1 AAAA']],
        [['upload-complete', '?1']],
        [['x-http-method-override', 'DELETE']],
      ),
      place: fc.constantFrom(
        '{{upload}}',
        '{{upload}}',
        '{{upload}}',
        '{{upload}}/result',
        '{{upload}}%2f..%2fx',
        '..%2f..%2fx',
        '00000000-0000-0000-0000-000000000000',
        '{{upload}}/',
        '',
      ),
    })
    .map(({ method, visitor, offset, type, body, framing, version, more, place }): FuzzRequest => ({
      kind: 'pieces',
      method,
      visitor,
      framing,
      target: `/api/uploads/${place}`,
      headers: [['tus-resumable', version], ['upload-offset', offset], ['content-type', type], ...more],
      ...(method === 'HEAD' || method === 'GET' ? {} : { body }),
    })),
);
