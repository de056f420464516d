/** The head of a TIFF structure (Exif is one): its byte order and where its first directory is. */
export interface TiffHead {
  readonly littleEndian: boolean;
  readonly firstDirectory: number;
}

export function readTiffHead(bytes: Buffer): TiffHead | undefined {
  if (bytes.length < 8) return undefined;
  const order = bytes.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return undefined;
  const littleEndian = order === 'II';
  const magic = littleEndian ? bytes.readUInt16LE(2) : bytes.readUInt16BE(2);
  if (magic !== 42) return undefined;
  return { littleEndian, firstDirectory: littleEndian ? bytes.readUInt32LE(4) : bytes.readUInt32BE(4) };
}

const orientationTag = 0x0112;
const shortType = 3;

/** How a picture is to be turned, 2 to 8; undefined where it is upright or nothing is said. */
export function readOrientation(tiff: Buffer): number | undefined {
  const head = readTiffHead(tiff);
  if (!head) return undefined;
  const { littleEndian, firstDirectory: at } = head;
  const u16 = (place: number) => (littleEndian ? tiff.readUInt16LE(place) : tiff.readUInt16BE(place));
  if (at + 2 > tiff.length) return undefined;
  const count = u16(at);
  for (let index = 0; index < count; index++) {
    const entry = at + 2 + index * 12;
    if (entry + 12 > tiff.length) return undefined;
    if (u16(entry) !== orientationTag || u16(entry + 2) !== shortType) continue;
    const turned = u16(entry + 8);
    return turned >= 2 && turned <= 8 ? turned : undefined;
  }
  return undefined;
}

/** The least Exif that there is: how the picture is turned, or nothing at all. */
export function leastExif(orientation: number | undefined): Buffer {
  const head = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8];
  const none = [0, 0, 0, 0, 0, 0];
  if (orientation === undefined) return Buffer.from([...head, ...none]);
  const entry = [0x01, 0x12, 0, shortType, 0, 0, 0, 1, 0, orientation, 0, 0];
  return Buffer.from([...head, 0, 1, ...entry, 0, 0, 0, 0]);
}
