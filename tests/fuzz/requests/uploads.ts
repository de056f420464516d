import fc from 'fast-check';
import { canary, type FuzzRequest } from '../fuzz-request.ts';
import { oddBytes, oddHeaderValue, oddText, oneOf, words } from '../hostile-values.ts';
import { anyVisitor, octets } from './described-calls.ts';

/** File names may be paths, commands, or empty. */
const oddFileName = fc.oneof(
  fc.constantFrom(
    '..\\..\\x.pdf',
    'C:\\x.pdf',
    'a\u0000.pdf',
    '',
    ' ',
    '\u202efdp.exe',
    'x'.repeat(5_000) + '.pdf',
    `=${canary}.csv`,
    `"; filename="b.pdf`,
    'é'.repeat(100) + '.pdf',
    '\ud800.pdf',
    "UTF-8''%2e%2e%2fx.pdf",
    ...words(`../../x.pdf /etc/passwd . .. con.pdf a.pdf/ a.pdf%00.exe a.csv data.xlsx data.txt photo.jpg .pdf
a.pdf.`),
  ),
  oddText.filter((text) => text.length < 500),
);

/** Contents begin with the bytes of a file type. */
const oddContent = fc.oneof(
  fc.constantFrom(
    Buffer.from('%PDF-1.7\nendobj\n%%EOF'),
    Buffer.from('%PDF-1.7'),
    Buffer.alloc(0),
    Buffer.from([0x50, 0x4b, 0x03, 0x04]),
    Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), Buffer.alloc(2_000, 0xff)]),
    Buffer.from([0x50, 0x4b, 0x05, 0x06, ...Array.from({ length: 18 }, () => 0)]),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46]),
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.from('TPP Name|NDC|Fill Date|State|State|Amount\nA|99999-0833-21|01/02/2009|AZ|AZ|12.50\n'),
    Buffer.from('a,b\n"'.repeat(5_000)),
    Buffer.from('\ufeffa\tb\r\n', 'utf16le'),
    Buffer.from('|'.repeat(100_000)),
    Buffer.from(`${'x'.repeat(300_000)}\n`),
    Buffer.from('GIF89a'),
    Buffer.from('MZ'),
    Buffer.from('<html><script>alert(1)</script>'),
  ),
  oddBytes,
);

interface Part {
  readonly head: string;
  readonly content: Buffer;
}
const filePart = fc
  .tuple(fc.constantFrom('files', 'files', 'files', 'file', '__proto__', ''), oddFileName, oddContent)
  .map(([field, name, content]): Part => ({
    head: `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/pdf`,
    content,
  }));
const oddPart = fc
  .tuple(
    fc.constantFrom(
      '',
      'Content-Disposition: form-data',
      'Content-Disposition: form-data; name="files"\r\nContent-Type: application/octet-stream',
      'Content-Disposition: form-data\r\nContent-Type: application/octet-stream',
      'Content-Disposition: attachment; filename="x"',
      "Content-Disposition: form-data; name=files; filename*=UTF-8''%2e%2e%2fx.pdf",
      'Content-Disposition: form-data; name="files"; filename="a.pdf"\r\nContent-Transfer-Encoding: base64',
      'Content-Disposition: form-data; name="files"; filename="a.pdf"\r\nContent-Type: multipart/mixed; boundary=inner',
      'Content-Disposition: form-data; name="files"; filename="a.pdf"; filename="b.pdf"',
      'Content-Disposition: form-data; name="constructor"',
      'Content-Disposition: form-data; name="a"\r\nContent-Type: application/json',
      'Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=utf-7',
      'Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=__proto__',
      `Content-Disposition: form-data; name="${'n'.repeat(5_000)}"`,
      `X-Endless: ${'a'.repeat(90_000)}`,
      Array.from({ length: 3_000 }, (_, index) => `X-${index}: a`).join('\r\n'),
      'Content-Disposition: form-data;\r\n name="files"; filename="a.pdf"',
      'content-disposition: FORM-DATA; NAME="files"; FILENAME="a.pdf"',
      'Content-Disposition: form-data; name="files"; filename="\u0000"',
    ),
    oddContent,
  )
  .map(([head, content]): Part => ({ head, content }));

/** A multipart body may be complete, truncated, or empty. */
export const oddMultipart: fc.Arbitrary<Pick<FuzzRequest, 'headers' | 'body' | 'framing' | 'isUnfinished'>> = fc
  .record({
    parts: oneOf(
      [8, fc.array(fc.oneof(filePart, filePart, oddPart), { maxLength: 5 })],
      [
        1,
        fc
          .tuple(fc.oneof(filePart, oddPart), fc.constantFrom(70, 3_000))
          .map(([part, count]) =>
            Array.from({ length: count }, () =>
              part.content.length > 100 ? { ...part, content: Buffer.from('x') } : part,
            ),
          ),
      ],
    ),
    boundary: fc.constantFrom('b', 'b', 'b', 'b', '-', '----', 'x'.repeat(70), 'x'.repeat(3_000), '"b"', "'", 'a b'),
    said: fc.constantFrom<string | undefined>(undefined, undefined, undefined, undefined, 'other', '', '"'),
    end: fc.constantFrom('--\r\n', '--\r\n', '--\r\n', '--', '', '\r\n', '--\r\nepilogue', '-'),
    start: fc.constantFrom('', '', '', 'preamble\r\n', '\r\n'),
    framing: fc.constantFrom('length', 'chunked'),
    cut: oneOf([6, fc.constant(undefined)], [1, fc.integer({ min: 0, max: 300 })]),
  })
  .map(({ parts, boundary, said, end, start, framing, cut }) => {
    const plain = boundary.replaceAll('"', '');
    const whole = Buffer.concat([
      Buffer.from(start),
      ...parts.flatMap(({ head, content }) => [
        Buffer.from(`--${plain}\r\n${head}\r\n\r\n`),
        content,
        Buffer.from('\r\n'),
      ]),
      Buffer.from(`--${plain}${end}`),
    ]);
    return {
      headers: [['content-type', `multipart/form-data; boundary=${said ?? boundary}`]],
      body: cut === undefined ? whole : whole.subarray(0, cut),
      framing,
    };
  });

/** Sends documents of a claim in one request. */
export const oddDocuments: fc.Arbitrary<FuzzRequest> = fc
  .record({
    sent: oddMultipart,
    resource: fc.constantFrom('TppClaimants', 'TppClaimants', 'ConsumerClaimants', 'IndividualClaimants'),
    claim: fc.constantFrom('{{claim}}', '{{claim}}', '{{claim}}', '1234567897', ''),
    visitor: fc.constantFrom('filer', 'filer', 'filer', 'guest'),
  })
  .map(({ sent, resource, claim, visitor }) => ({
    ...sent,
    kind: 'documents',
    visitor,
    method: 'POST',
    target: `/api/${resource}/SubmitDocuments?claimnumber=${claim}`,
  }));

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
  '',
  ' 1',
  ...words(`0 1 5 10 100 70000 -1 -0 +1 1.5 1e3 0x10 9007199254740993 999999999999999 9999999999999999
99999999999999999999999 NaN __proto__ ١`),
);

/**
 * Sends resumable uploads (tus) with wrong offsets, and methods and headers of other extensions.
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
        [['content-type', octets]],
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
      method: fc.constantFrom(...words('PATCH PATCH PATCH HEAD GET DELETE OPTIONS POST PUT')),
      offset: oddCount,
      type: fc.constantFrom(octets, octets, 'application/octet-stream', 'application/json', ''),
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
        '',
        ...words(`{{upload}} {{upload}} {{upload}} {{upload}}/result {{upload}}%2f..%2fx ..%2f..%2fx
00000000-0000-0000-0000-000000000000 {{upload}}/`),
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
