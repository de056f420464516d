import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A deflated part of an archive, and the sizes that the archive declares. */
export interface ZipPart {
  readonly name: string;
  readonly deflated: Buffer;
  readonly crc: number;
  /** The declared size in bytes, which may be false. */
  readonly declaredSize: number;
}

export function textPart(name: string, text: string): ZipPart {
  const bytes = Buffer.from(text);
  return { name, deflated: deflateRawSync(bytes), crc: crc32(bytes), declaredSize: bytes.length };
}

/**
 * A part that repeats one chunk many times at almost no cost: each copy is deflated separately, as
 * DEFLATE's full flush allows. Its checksum is wrong, but checking it would mean unpacking too
 * much.
 */
export function hugePart(name: string, chunk: Buffer, times: number, declaredSize = chunk.length * times): ZipPart {
  const block = deflateRawSync(chunk, { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
  const end = deflateRawSync(Buffer.of());
  return { name, deflated: Buffer.concat([...Array.from({ length: times }, () => block), end]), crc: 1, declaredSize };
}

/**
 * An archive of these parts by the ZIP specification: local headers, central directory, end record.
 */
export function buildZip(parts: readonly ZipPart[]): Buffer<ArrayBuffer> {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, deflated, crc, declaredSize } of parts) {
    const nameBytes = Buffer.from(name);
    // From "version needed" to the length of the extra field: the same in both headers.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc, 10);
    shared.writeUInt32LE(deflated.length, 14);
    shared.writeUInt32LE(declaredSize, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([signature(0x04034b50), shared, nameBytes, deflated]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([signature(0x02014b50), Buffer.of(20, 0), shared, rest, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, signature(0x06054b50), end]);
}

const packageTypes = 'http://schemas.openxmlformats.org/package/2006';
const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** The fixed parts of a workbook with one sheet, without the sheet and its shared strings. */
export function workbookParts({ withStrings = false } = {}): ZipPart[] {
  const parts = [
    { path: 'xl/workbook.xml', kind: 'sheet.main' },
    { path: 'xl/worksheets/sheet1.xml', kind: 'worksheet' },
    ...(withStrings ? [{ path: 'xl/sharedStrings.xml', kind: 'sharedStrings' }] : []),
  ];
  const types = parts.map(
    ({ path, kind }) =>
      `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`,
  );
  const relate = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${officeTypes}/${kind}" Target="${target}"/>`;
  const relations = (inside: string) =>
    `<Relationships xmlns="${packageTypes}/relationships">${inside}</Relationships>`;
  const strings = withStrings ? relate('rId2', 'sharedStrings', 'sharedStrings.xml') : '';
  return [
    textPart(
      '[Content_Types].xml',
      `<Types xmlns="${packageTypes}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${types.join('')}</Types>`,
    ),
    textPart('_rels/.rels', relations(relate('rId1', 'officeDocument', 'xl/workbook.xml'))),
    textPart(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${officeTypes}"><sheets><sheet name="Purchases" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    textPart(
      'xl/_rels/workbook.xml.rels',
      relations(`${relate('rId1', 'worksheet', 'worksheets/sheet1.xml')}${strings}`),
    ),
  ];
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
