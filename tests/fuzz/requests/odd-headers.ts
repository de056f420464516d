import fc from 'fast-check';
import type { Operation } from '../api-description.ts';
import { oddHeaderValue, oddJson, oddName, oddText } from '../hostile-values.ts';
import { canary } from '../fuzz-request.ts';

// Request headers that no browser sends.

type Header = readonly [string, string];

export const oddContentType = fc.constantFrom(
  'application/json; charset=utf-16',
  'application/json; charset=utf-7',
  'application/json;charset="utf-8"; charset=latin1',
  'application/json;',
  'application/json, text/html',
  'APPLICATION/JSON',
  'application/ld+json',
  'application/problem+json',
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  'multipart/mixed; boundary=x',
  'application/octet-stream',
  'application/offset+octet-stream',
  '',
  '/',
  'application/',
  ';charset=utf-8',
  '*/*',
  'application/__proto__',
  `text/${'x'.repeat(5_000)}`,
);

/** Headers that the server or its libraries read, with unexpected values. */
export function oddHeader({ parameters }: Operation): fc.Arbitrary<Header> {
  const described = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  const names = fc.constantFrom(
    ...described,
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'cookie',
    'x-xsrf-token',
    'idempotency-key',
    'if-none-match',
    'if-match',
    'if-modified-since',
    'if-range',
    'range',
    'origin',
    'referer',
    'sec-fetch-site',
    'sec-purpose',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'forwarded',
    'x-http-method-override',
    'x-original-url',
    'x-request-id',
    'request-id',
    'accept-version',
    'user-agent',
    'te',
    'trailer',
    'via',
    'upload-length',
    'upload-offset',
    'upload-metadata',
    'upload-concat',
    'upload-defer-length',
    'tus-resumable',
    'p1',
    'p2',
    '__proto__',
    'constructor',
    `x-${canary}`,
  );
  return fc.tuple(names, fc.oneof({ weight: 5, arbitrary: oddHeaderValue }, { weight: 1, arbitrary: oddCookie }));
}

/** Valid and invalid cookies: broken signatures, other JSON, inherited property names. */
const oddCookie = fc.oneof(
  fc.constantFrom(
    'redress-login=.',
    'redress-login=e30.',
    'redress-login={{token}}',
    'redress-claims=W10.AAAA',
    'redress-claim-1234567890=e30.AAAA',
    'redress-claim-=e30.AAAA; redress-claim-{}=e30.AAAA; redress-browser=short',
    'redress-claims=bnVsbA.x.y.z',
    'XSRF-TOKEN=a.b; XSRF-TOKEN={{token}}',
    'XSRF-TOKEN={{token}}; XSRF-TOKEN=a',
    '__proto__=a; constructor=b; toString=c',
    'XSRF-TOKEN=%00.%ff',
    'redress-login=%E0%A4%A',
    '=;=;=',
    '; ; ;',
    'a',
    'redress-login="e30.AAAA"',
    '__Host-redress-login=e30.AAAA',
    `redress-login=${'A'.repeat(8_000)}.AAAA`,
  ),
  fc
    .string({
      unit: fc
        .integer({ min: 0x21, max: 0xff })
        .filter((code) => code !== 0x7f)
        .map((code) => String.fromCodePoint(code)),
      maxLength: 80,
    })
    .map((text) => `redress-claims=${text}`),
);

export const oddQuery = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '?',
      '?&&&',
      '?=',
      '?a',
      '?%',
      '?%00',
      '?claimnumber',
      '?claimnumber=1&claimnumber=2',
      '?claimnumber[]=1',
      '?claimnumber[a][b]=1',
      '?__proto__=1',
      '?__proto__[x]=1',
      '?constructor[prototype][x]=1',
      `?a=${'x'.repeat(8_000)}`,
      '?claimnumber={{claim}}&claimnumber={{claim}}',
      '?claimnumber=%ff',
      "?claimnumber='%20or%201=1--",
      '?claimnumber=1%00',
      '?x=%u0000',
      '??',
      '?a=b?c=d',
      '?;a=b',
    ),
  },
  { weight: 1, arbitrary: fc.webQueryParameters().map((query) => `?${query}`) },
);

/** Path segments that programs decode, split or join differently. */
export const oddSegment = fc.oneof(
  fc.constantFrom(
    '%00',
    '%2F',
    '%252F',
    '..;',
    '..',
    '%2e%2e',
    '..%2f',
    '%5c..%5c',
    '.',
    '%',
    '%zz',
    '%ff',
    '%u002e',
    '%c0%ae',
    'x'.repeat(300),
    'x'.repeat(7_000),
    '{{claim}}%00',
    '{{claim}}%20',
    '{{claim}};x',
    '0000000000',
    '-1',
    '1e9',
    "1'",
    '__proto__',
    'constructor',
    '00000000-0000-0000-0000-000000000000',
    '{{upload}}%00',
    '%7b%7bupload%7d%7d',
    'ABCDEFAB-0000-0000-0000-000000000000',
    canary,
  ),
  oddText.filter((text) => text.length < 2_000).map(encode),
);

/** Inherited property names with any values, as text, so that a name can occur twice. */
export const junkObject = fc
  .array(fc.tuple(oddName, oddJson), { maxLength: 6 })
  .map((pairs) => Buffer.from(`{${pairs.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`));

function encode(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
