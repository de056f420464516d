import fc from 'fast-check';
import type { FuzzRequest } from '../fuzz-request.ts';
import { pathOf } from './no-script-forms.ts';
import { oddHeaderValue, oddText, words } from '../hostile-values.ts';

const start = fc.constantFrom(
  pathOf('complete'),
  pathOf('form'),
  ...words(`/ /es/ /assets/ /assets/States.json /documents/ /notice/ /.well-known/ /api/ /api/openapi.json
/api/health/ready /variants/ /robots.txt /sitemap.xml`),
);
const segment = fc.oneof(
  fc.constantFrom(
    '\\',
    'x'.repeat(3_000),
    ...words(`.. ../.. %2e%2e %2e%2e%2f ..%2f..%2f ..%5c %252e%252e%252f ....// .%00. %00 %0d%0aSet-Cookie:%20a=b
%c0%ae%c0%ae/ ..;/ / // .git/config .env variants.json 404.html index.html index.html.br index.html/
etc/passwd proc/self/environ package.json ~ ? # % %ff %u2215 {{claim}} __proto__ constructor con
%2f%2fother.example /other.example/ %5cother.example/`),
  ),
  oddText.filter((text) => text.length < 300).map((text) => encodeURIComponent(text.toWellFormed())),
);
const header = fc.tuple(
  fc.constantFrom(...words('accept-encoding if-none-match range if-range if-modified-since accept-language cookie')),
  fc.oneof(
    oddHeaderValue,
    fc.constantFrom(
      'br;q=0, gzip;q=0, identity;q=0',
      ...words(`bytes=0-0 bytes=-1 bytes=5-1 bytes=0-0,2-3 bytes=99999999999999999999- bytes=-0 *;q=0 gzip;q=1.0000`),
    ),
  ),
);

/** Requests the website's files, and paths that try to leave their folder. */
export const staticPaths: fc.Arbitrary<FuzzRequest> = fc
  .record({
    first: start,
    segments: fc.array(segment, { maxLength: 4 }),
    headers: fc.array(header, { maxLength: 2 }),
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'),
    query: fc.constantFrom('', '', '?posted', '?filed={{claim}}', '?filed=%00', '?filed=a&filed=b'),
    visitor: fc.constantFrom('stranger', 'filer'),
  })
  .map(({ first, segments, query, ...rest }) => ({
    ...rest,
    kind: 'path',
    target: `${first}${segments.join('/')}${query}`.replaceAll(/[ \r\n]/g, '%20'),
  }));
