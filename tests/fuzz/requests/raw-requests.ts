import fc from 'fast-check';
import { canary, type FuzzRequest } from '../fuzz-request.ts';
import { oneOf } from '../hostile-values.ts';

const host = 'Host: localhost';
const join = (...lines: readonly string[]) => lines.join('\r\n');
const get = (...lines: readonly string[]) => join('GET /api/session HTTP/1.1', ...lines, '', '');
const post = (headers: readonly string[], body: string) =>
  join('POST /api/TppClaimants HTTP/1.1', host, ...headers, '', body);
const hidden = join('GET /api/health HTTP/1.1', host, `X-Hidden: ${canary}`, '', '');

/** Two servers in sequence would read these requests differently, or they are invalid. */
const known: readonly string[] = [
  // These concern the end of a body.
  post(['Content-Length: 5', 'Content-Length: 6'], '{"a":1'),
  post(['Content-Length: 5, 6'], '{"a":1'),
  post(['Content-Length: +2'], '{}'),
  post(['Content-Length: 0x2'], '{}'),
  post(['Content-Length: -2'], '{}'),
  post(['Content-Length: 99999999999999999999'], '{}'),
  post(['Content-Length:'], '{}'),
  post(['Content-Length: 4', 'Transfer-Encoding: chunked'], join('0', '', hidden)),
  post(['Transfer-Encoding: chunked', 'Content-Length: 4'], join('0', '', hidden)),
  post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], join('0', '', hidden)),
  post(['Transfer-Encoding: identity, chunked'], join('0', '', '')),
  post(['Transfer-Encoding: xchunked'], join('0', '', '')),
  post(['Transfer-Encoding : chunked'], join('0', '', '')),
  post(['Transfer-Encoding:\tchunked'], join('0', '', '')),
  post(['Transfer-Encoding:\n chunked'], join('0', '', '')),
  post(['Transfer-Encoding: chunked'], join('2;x="\n"', '{}', '0', '', '')),
  post(['Transfer-Encoding: chunked'], join(`2;${'x'.repeat(20_000)}`, '{}', '0', '', '')),
  post(['Transfer-Encoding: chunked'], join('-2', '{}', '0', '', '')),
  post(['Transfer-Encoding: chunked'], join('ffffffffffffffff', '{}', '0', '', '')),
  post(['Transfer-Encoding: chunked'], join('2', '{}', '0', `X-Trailer: ${canary}`, 'Content-Length: 5', '', '')),
  post(['Transfer-Encoding: chunked'], join('2', '{}XX', '0', '', '')),
  post(['Transfer-Encoding: chunked'], '2\n{}\n0\n\n'),
  // These concern lines.
  get(host, ' folded: yes'),
  get(host, 'A: b', '\tfolded'),
  'GET /api/session HTTP/1.1\nHost: localhost\n\n',
  'GET /api/session HTTP/1.1\rHost: localhost\r\r',
  get(host, 'A b: c'),
  get(host, ': c'),
  get(host, 'nothing'),
  get(host, 'A: \u0000'),
  get(host, 'A: b\rSet-Cookie: c=d'),
  get(host, `X-Long: ${'a'.repeat(20_000)}`),
  get(host, ...Array.from({ length: 3_000 }, (_, index) => `X-${index}: a`)),
  get(host, `Cookie: ${'a=b; '.repeat(3_000)}`),
  get(),
  get(host, 'Host: other.example'),
  get('Host: '),
  get('Host: a b'),
  get('Host: [::1'),
  get(host, host),
  get('Host: localhost@other.example:80:80'),
  get(`Host: ${'a'.repeat(5_000)}`),
  // These concern the first line.
  join('GET http://other.example/api/session HTTP/1.1', host, '', ''),
  join('GET http://other.example HTTP/1.1', host, '', ''),
  join('GET http://other.example//third.example/notice/ HTTP/1.1', host, '', ''),
  join('GET http://other.example/notice/?a=http://third.example/ HTTP/1.1', host, '', ''),
  join('POST http://other.example/notice HTTP/1.1', host, 'Content-Length: 2', '', '{}'),
  join('GET http://user:word@other.example/api/session HTTP/1.1', host, '', ''),
  join('GET http://[::1]:80/api/session HTTP/1.0', '', ''),
  join('GET ftp://other.example/api/session HTTP/1.1', host, '', ''),
  join('GET https://localhost:1/api/session?x=y HTTP/1.1', host, '', ''),
  join('GET //other.example/api/session HTTP/1.1', host, '', ''),
  join('GET \\api\\session HTTP/1.1', host, '', ''),
  join('GET api/session HTTP/1.1', host, '', ''),
  join('GET * HTTP/1.1', host, '', ''),
  join('OPTIONS * HTTP/1.1', host, '', ''),
  join('CONNECT other.example:443 HTTP/1.1', host, '', ''),
  join('CONNECT /api/session HTTP/1.1', host, '', ''),
  join('TRACE /api/session HTTP/1.1', host, `Cookie: a=${canary}`, '', ''),
  join('PRI * HTTP/2.0', '', 'SM', '', ''),
  join('GET /api/session HTTP/0.9', host, '', ''),
  join('GET /api/session HTTP/1.0', '', ''),
  join('GET /api/session HTTP/1.0', host, 'Transfer-Encoding: chunked', '', '0', '', ''),
  join('GET /api/session HTTP/2.0', host, '', ''),
  join('GET /api/session HTTP/9.9', host, '', ''),
  join('GET /api/session', host, '', ''),
  join('GET  /api/session  HTTP/1.1', host, '', ''),
  join('get /api/session HTTP/1.1', host, '', ''),
  join('HACK /api/session HTTP/1.1', host, '', ''),
  join(`GET /${'a'.repeat(20_000)} HTTP/1.1`, host, '', ''),
  join('GET /\u0000 HTTP/1.1', host, '', ''),
  join('GET /\u00ff\u00fe HTTP/1.1', host, '', ''),
  join('GET /api/session#fragment HTTP/1.1', host, '', ''),
  join('GET /api/session HTTP/1.1 extra', host, '', ''),
  // These methods and headers ask for more than a response.
  get(host, 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 13'),
  get(host, 'Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'),
  get(host, 'Expect: 100-continue'),
  post(['Content-Type: application/json', 'Content-Length: 2', 'Expect: 100-continue'], '{}'),
  post(['Content-Type: application/json', 'Content-Length: 2', 'Expect: 200-ok'], '{}'),
  get(host, 'Connection: close, Host, X-XSRF-TOKEN'),
  get(host, 'Range: bytes=0-,1-,2-,3-'),
  get(host, 'Content-Length: 2') + '{}',
  get(host, 'Transfer-Encoding: chunked') + '0\r\n\r\n',
  // Two requests come at once, and one is hidden in the body of another.
  get(host) + get(host),
  post(['Content-Type: application/json', `Content-Length: ${hidden.length}`], hidden),
  // These are not HTTP at all.
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  '\r\n\r\n\r\n',
  '\u0000'.repeat(1_000),
  'SSH-2.0-OpenSSH_9.9\r\n',
  'EHLO localhost\r\n',
  '{"a":1}\r\n\r\n',
];

/** Inserts, removes or repeats bytes at random positions. */
const mutatedBytes = fc
  .tuple(
    fc.constantFrom(...known.filter((text) => text.length < 1_000)),
    fc.nat(),
    fc.constantFrom('', '\r', '\n', '\r\n', '\u0000', ' ', ':', '\t', '\u00ff', ';', '0', '/'),
    fc.nat(3),
  )
  .map(
    ([text, place, put, taken]) => text.slice(0, place % text.length) + put + text.slice((place % text.length) + taken),
  );

export const rawLines: fc.Arbitrary<FuzzRequest> = oneOf(
  [2, fc.constantFrom(...known)],
  [2, mutatedBytes],
  [1, fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1'))],
).map((text) => ({
  kind: 'raw',
  visitor: 'stranger',
  method: '',
  target: '',
  headers: [],
  raw: Buffer.from(text, 'latin1'),
  isUnfinished: true,
}));
