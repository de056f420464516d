import fc from 'fast-check';
import { oddBytes, oddText } from '../hostile-values.ts';
import { canary, type FuzzRequest } from '../fuzz-request.ts';

/** File names that are paths, commands, or empty. */
export const oddFileName = fc.oneof(
  fc.constantFrom(
    '../../x.pdf',
    '..\\..\\x.pdf',
    '/etc/passwd',
    'C:\\x.pdf',
    'a\u0000.pdf',
    '.',
    '..',
    '',
    ' ',
    'con.pdf',
    'a.pdf/',
    'a.pdf%00.exe',
    '\u202efdp.exe',
    'x'.repeat(5_000) + '.pdf',
    `=${canary}.csv`,
    'a.csv',
    'data.xlsx',
    'data.txt',
    'photo.jpg',
    '.pdf',
    'a.pdf.',
    `"; filename="b.pdf`,
    'é'.repeat(100) + '.pdf',
    '\ud800.pdf',
    "UTF-8''%2e%2e%2fx.pdf",
  ),
  oddText.filter((text) => text.length < 500),
);

/** Contents with the first bytes of a file type. */
export const oddContent = fc.oneof(
  fc.constantFrom(
    Buffer.from('%PDF-1.7\n%%EOF'),
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

/** A multipart body that is complete, truncated, or empty. */
export const oddMultipart: fc.Arbitrary<Pick<FuzzRequest, 'headers' | 'body' | 'framing' | 'isUnfinished'>> = fc
  .record({
    parts: fc.oneof(
      { weight: 8, arbitrary: fc.array(fc.oneof(filePart, filePart, oddPart), { maxLength: 5 }) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.oneof(filePart, oddPart), fc.constantFrom(70, 3_000))
          .map(([part, count]) =>
            Array.from({ length: count }, () =>
              part.content.length > 100 ? { ...part, content: Buffer.from('x') } : part,
            ),
          ),
      },
    ),
    boundary: fc.constantFrom('b', 'b', 'b', 'b', '-', '----', 'x'.repeat(70), 'x'.repeat(3_000), '"b"', "'", 'a b'),
    said: fc.constantFrom<string | undefined>(undefined, undefined, undefined, undefined, 'other', '', '"'),
    end: fc.constantFrom('--\r\n', '--\r\n', '--\r\n', '--', '', '\r\n', '--\r\nepilogue', '-'),
    start: fc.constantFrom('', '', '', 'preamble\r\n', '\r\n'),
    framing: fc.constantFrom('length', 'chunked'),
    cut: fc.oneof(
      { weight: 6, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 300 }) },
    ),
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

/** Documents of a claim in one request. */
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
