export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The pixels of a PNG or JPEG by its header, without decoding it; undefined if it is neither. */
export function readPictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return readPngSize(view) ?? readJpegSize(view);
}

const pngSignature = 0x89504e47;
/** The chunk `IHDR` comes first and begins with width and height. */
const pngHeader = 0x49484452;

function readPngSize(view: DataView): PictureSize | undefined {
  if (view.byteLength < 24 || view.getUint32(0) !== pngSignature || view.getUint32(12) !== pngHeader) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Frame headers have the markers C0 to CF, except three that mean something else. */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Markers without a segment: fill bytes, restarts, and others. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

function readJpegSize(view: DataView): PictureSize | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isAlone(marker)) at += 2;
    else if (isFrameHeader(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
