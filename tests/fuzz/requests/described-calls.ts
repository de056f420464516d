import fc from 'fast-check';
import { type ApiDescription, type Operation, type Parameter, valueOf } from '../api-description.ts';
import { canary, type FuzzRequest, type Visitor } from '../fuzz-request.ts';
import { latin1, oddBytes, oddHeaderValue, oddJson, oddName, oddText, oneOf, words } from '../hostile-values.ts';

type Header = readonly [string, string];

export const anyVisitor = fc.constantFrom<Visitor>('stranger', 'guest', 'member', 'filer', 'filer');
export const octets = 'application/offset+octet-stream';

/** Path parameters, whose schema is any text, often have these values, so that requests find it. */
const knownPlaces: Readonly<Record<string, string>> = { id: '{{upload}}', claimNumber: '{{claim}}' };

/**
 * Calls every path and method with parameters, headers and bodies at the limits of their schemas.
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

/** Calls every path with forbidden or unknown parameters, headers, types, encodings and bodies. */
export function forbiddenCalls(api: ApiDescription): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...api.operations.map((operation) => forbiddenCall(operation)));
}

function forbiddenCall(operation: Operation): fc.Arbitrary<FuzzRequest> {
  const method = oneOf(
    [6, fc.constant(operation.method)],
    [1, fc.constantFrom(...words('GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND QUERY SEARCH LOCK'))],
  );
  const contentType = oneOf(
    [2, fc.constant(typeOf(operation))],
    [3, oddContentType.map((type): Header[] => [['content-type', type]])],
    [1, fc.constant([])],
  );
  return fc
    .record({
      visitor: anyVisitor,
      method,
      target: targetOf(operation, oddQuery),
      described: headersOf(operation),
      odd: fc.array(oddHeader(operation), { maxLength: 4 }),
      contentType,
      encoding: oneOf<readonly Header[]>(
        [8, fc.constant([])],
        [
          1,
          fc
            .constantFrom('gzip', 'br', 'deflate', 'identity', 'gzip, gzip', 'zstd', 'x')
            .map((value): Header[] => [['content-encoding', value]]),
        ],
      ),
      body: fc.option(
        oneOf(
          [2, oddBytes],
          [3, junkObject],
          [1, operation.body ? bodyOf(operation).map((body) => body ?? Buffer.alloc(0)) : oddBytes],
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
  const value = fixed ? oneOf([4, fc.constantFrom(...fixed)], [1, free]) : free;
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
          `--b\r\nContent-Disposition: form-data; name="files"; filename="${name.replaceAll(/["\r\n]/g, '')}.pdf"\r\n\r\n%PDF-1.7 endobj %%EOF ${name}\r\n--b--\r\n`,
        ),
      );
  return fc.constant(undefined);
}

// No browser sends these request headers.

const oddContentType = fc.constantFrom(
  'application/json; charset=utf-16',
  'application/json; charset=utf-7',
  'application/json;charset="utf-8"; charset=latin1',
  'application/json, text/html',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  'multipart/mixed; boundary=x',
  '',
  `text/${'x'.repeat(5_000)}`,
  ...words(`application/json; APPLICATION/JSON application/ld+json application/problem+json text/plain text/json
application/x-www-form-urlencoded application/xml multipart/form-data application/octet-stream
application/offset+octet-stream / application/ ;charset=utf-8 */* application/__proto__`),
);

/** The server or its libraries read these headers, which get unexpected values. */
function oddHeader({ parameters }: Operation): fc.Arbitrary<Header> {
  const described = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  const names = fc.constantFrom(
    ...described,
    `x-${canary}`,
    ...words(`accept accept-encoding accept-language authorization cookie x-xsrf-token idempotency-key
if-none-match if-match if-modified-since if-range range origin referer sec-fetch-site sec-purpose
x-forwarded-for x-forwarded-host x-forwarded-proto forwarded x-http-method-override x-original-url
x-request-id request-id accept-version user-agent te trailer via upload-length upload-offset
upload-metadata upload-concat upload-defer-length tus-resumable p1 p2 __proto__ constructor`),
  );
  return fc.tuple(names, oneOf([5, oddHeaderValue], [1, oddCookie]));
}

/** Cookies have broken signatures, other JSON, or inherited property names. */
const oddCookie = fc.oneof(
  fc.constantFrom(
    'redress-claim-=e30.AAAA; redress-claim-{}=e30.AAAA; redress-browser=short',
    'XSRF-TOKEN=a.b; XSRF-TOKEN={{token}}',
    'XSRF-TOKEN={{token}}; XSRF-TOKEN=a',
    '__proto__=a; constructor=b; toString=c',
    '; ; ;',
    `redress-login=${'A'.repeat(8_000)}.AAAA`,
    ...words(`redress-login=. redress-login=e30. redress-login={{token}} redress-claim-1234567890=W10.AAAA
redress-claim-1234567890=e30.AAAA redress-claim-0=bnVsbA.x.y.z XSRF-TOKEN=%00.%ff
redress-login=%E0%A4%A =;=;= a redress-login="e30.AAAA" __Host-redress-login=e30.AAAA`),
  ),
  latin1(0x21, 80).map((text) => `redress-claim-1234567890=${text}`),
);

const oddQuery = oneOf(
  [3, fc.constant('')],
  [
    1,
    fc.constantFrom(
      `?a=${'x'.repeat(8_000)}`,
      "?claimnumber='%20or%201=1--",
      ...words(`? ?&&& ?= ?a ?% ?%00 ?claimnumber ?claimnumber=1&claimnumber=2 ?claimnumber[]=1 ?claimnumber[a][b]=1
?__proto__=1 ?__proto__[x]=1 ?constructor[prototype][x]=1
?claimnumber={{claim}}&claimnumber={{claim}} ?claimnumber=%ff ?claimnumber=1%00 ?x=%u0000 ??
?a=b?c=d ?;a=b`),
    ),
  ],
  [1, fc.webQueryParameters().map((query) => `?${query}`)],
);

/** Programs decode, split or join these path segments differently. */
const oddSegment = fc.oneof(
  fc.constantFrom(
    'x'.repeat(300),
    'x'.repeat(7_000),
    "1'",
    canary,
    ...words(`%00 %2F %252F ..; .. %2e%2e ..%2f %5c..%5c . % %zz %ff %u002e %c0%ae {{claim}}%00 {{claim}}%20
{{claim}};x 0000000000 -1 1e9 __proto__ constructor 00000000-0000-0000-0000-000000000000
{{upload}}%00 %7b%7bupload%7d%7d ABCDEFAB-0000-0000-0000-000000000000`),
  ),
  oddText.filter((text) => text.length < 2_000).map(encode),
);

/** The object is text, so that an inherited property name can occur twice. */
const junkObject = fc
  .array(fc.tuple(oddName, oddJson), { maxLength: 6 })
  .map((pairs) => Buffer.from(`{${pairs.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`));

function encode(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
