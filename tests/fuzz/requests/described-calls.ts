import fc from 'fast-check';
import type { ApiDescription, Operation, Parameter } from '../api-description.ts';
import { oddBytes, oddText } from '../hostile-values.ts';
import { valueOf } from '../schema-values.ts';
import { canary, type FuzzRequest, type Visitor } from '../fuzz-request.ts';
import { junkObject, oddContentType, oddHeader, oddQuery, oddSegment } from './odd-headers.ts';

type Header = readonly [string, string];

export const anyVisitor = fc.constantFrom<Visitor>('stranger', 'guest', 'member', 'filer', 'filer');
const octets = 'application/offset+octet-stream';

/**
 * Frequent values for path parameters, whose schema is any text, so that requests find something.
 */
const knownPlaces: Readonly<Record<string, string>> = { id: '{{upload}}', claimNumber: '{{claim}}' };

/**
 * Every path and method with what its description allows: parameters, headers and bodies at the
 * limits of their schemas.
 */
export function allowedCalls(api: ApiDescription): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...api.operations.map((operation) => allowedCall(operation)));
}

function allowedCall(operation: Operation): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      visitor: anyVisitor,
      target: targetOf(operation, fc.constant('')),
      headers: headersOf(operation),
      body: bodyOf(operation),
    })
    .map(({ visitor, target, headers, body }) => ({
      kind: 'allowed',
      method: operation.method,
      visitor,
      target,
      headers: [...headers, ...typeOf(operation)],
      ...(body && { body }),
    }));
}

/**
 * The same with what the description forbids or omits: parameters, headers, content types,
 * encodings and bodies.
 */
export function forbiddenCalls(api: ApiDescription): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...api.operations.map((operation) => forbiddenCall(operation)));
}

function forbiddenCall(operation: Operation): fc.Arbitrary<FuzzRequest> {
  const method = fc.oneof(
    { weight: 6, arbitrary: fc.constant(operation.method) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'GET',
        'HEAD',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
        'QUERY',
        'SEARCH',
        'LOCK',
      ),
    },
  );
  const contentType = fc.oneof(
    { weight: 2, arbitrary: fc.constant(typeOf(operation)) },
    { weight: 3, arbitrary: oddContentType.map((type): Header[] => [['content-type', type]]) },
    { weight: 1, arbitrary: fc.constant([]) },
  );
  return fc
    .record({
      visitor: anyVisitor,
      method,
      target: targetOf(operation, oddQuery),
      described: headersOf(operation),
      odd: fc.array(oddHeader(operation), { maxLength: 4 }),
      contentType,
      encoding: fc.oneof(
        { weight: 8, arbitrary: fc.constant([]) },
        {
          weight: 1,
          arbitrary: fc
            .constantFrom('gzip', 'br', 'deflate', 'identity', 'gzip, gzip', 'zstd', 'x')
            .map((value): Header[] => [['content-encoding', value]]),
        },
      ),
      body: fc.option(
        fc.oneof(
          { weight: 2, arbitrary: oddBytes },
          { weight: 3, arbitrary: junkObject },
          {
            weight: 1,
            arbitrary: operation.body ? bodyOf(operation).map((body) => body ?? Buffer.alloc(0)) : oddBytes,
          },
        ),
        { nil: undefined },
      ),
      framing: fc.constantFrom('length', 'length', 'chunked'),
    })
    .map(({ described, odd, contentType: type, encoding, body, framing, ...rest }) => ({
      ...rest,
      kind: 'forbidden',
      framing,
      headers: [...described, ...type, ...encoding, ...odd],
      ...(body && { body }),
    }));
}

function targetOf({ path, parameters }: Operation, query: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const isOdd = fc.boolean();
  const asked = parameters.filter((parameter) => parameter.in === 'query');
  return fc
    .tuple(
      isOdd,
      oddSegment,
      query,
      fc.subarray([...asked], { minLength: 0 }),
      fc.constantFrom('{{claim}}', '{{claim}}', '1234567897', ''),
    )
    .map(([odd, segment, more, chosen, claim]) => {
      const filled = path.replaceAll(/\{([^}]+)\}/g, (_match, name: string) =>
        odd && more !== '' ? segment : (knownPlaces[name] ?? segment),
      );
      if (more !== '') return filled + more;
      return chosen.length === 0 ? filled : `${filled}?${chosen.map(({ name }) => `${name}=${claim}`).join('&')}`;
    });
}

function headersOf({ parameters }: Operation): fc.Arbitrary<Header[]> {
  const headers = parameters.filter((parameter) => parameter.in === 'header');
  return fc.tuple(...headers.map(headerOf)).map((made) => made.flatMap((header) => (header ? [header] : [])));
}

function headerOf({ name, schema, required }: Parameter): fc.Arbitrary<Header | undefined> {
  const known: Readonly<Record<string, readonly string[]>> = {
    'accept-language': ['en', 'es', 'es-MX, en;q=0.5', '*'],
    'tus-resumable': ['1.0.0'],
    'upload-length': ['0', '10', '70000', '2000000000', '999999999999999'],
    'upload-offset': ['0', '1', '10', '-1', '9007199254740993'],
    'upload-metadata': ['claimnumber {{claim64}},filename YS5wZGY='],
    p1: ['TEST0000', 'test0001'],
    p2: ['200000000', '200000001'],
    'idempotency-key': ['{{key}}'],
  };
  const fixed = known[name];
  const free = valueOf(schema)
    .map(String)
    .filter((text) => /^[\x20-\x7e]*$/.test(text));
  const value = fixed
    ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fixed) }, { weight: 1, arbitrary: free })
    : free;
  const header = value.map((text): Header => [name, text]);
  return required ? header : fc.option(header, { nil: undefined, freq: 4 });
}

function typeOf({ method, path, body }: Operation): readonly Header[] {
  if (body) return [['content-type', body.type]];
  if (method === 'PATCH') return [['content-type', octets]];
  return path.endsWith('/SubmitDocuments') ? [['content-type', 'multipart/form-data; boundary=b']] : [];
}

function bodyOf({ method, path, body }: Operation): fc.Arbitrary<Buffer | undefined> {
  if (body)
    return fc.tuple(valueOf(body.schema), fc.boolean()).map(([value, solved]) => {
      const text = JSON.stringify(value);
      return Buffer.from(solved ? text.replace(/("googleRecaptchaToken":)"(?:[^"\\]|\\.)*"/, '$1"{{captcha}}"') : text);
    });
  if (method === 'PATCH') return fc.constantFrom(Buffer.alloc(0), Buffer.alloc(10, 'a'), Buffer.alloc(70_000, canary));
  if (path.endsWith('/SubmitDocuments'))
    return oddText
      .filter((name) => name.length < 1_000)
      .map((name) =>
        Buffer.from(
          `--b\r\nContent-Disposition: form-data; name="files"; filename="${name.replaceAll(/["\r\n]/g, '')}.pdf"\r\n\r\n%PDF-1.7 ${name}\r\n--b--\r\n`,
        ),
      );
  return fc.constant(undefined);
}
