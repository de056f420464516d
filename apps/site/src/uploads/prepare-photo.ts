/** A picture that the browser could show. */
export interface PreparedPhoto {
  readonly thumbnail: HTMLCanvasElement | undefined;
  /** The file as chosen. */
  readonly original: File;
  /** Set if it takes fewer bytes. Text in it stays readable. */
  readonly smaller: File | undefined;
}

/** Smaller files are sent unchanged. */
const largeBytes = 2 * 1024 * 1024;
/** Pixels of the longer side: 270 per inch of a letter-size page, enough to read small print. */
const maxSide = 3_000;
const quality = 0.85;
/** Twice the size on the screen, for sharp displays. */
const thumbnailSide = 128;

/**
 * A photo with its thumbnail; undefined if the browser cannot show it, or would show it rotated.
 */
export async function preparePhoto(file: File): Promise<PreparedPhoto | undefined> {
  if (!/\.(jpe?g|png|hei[cf])$/i.test(file.name) || !(await canDrawPhotos())) return undefined;
  // An image element would need blob: in the content security policy.
  const bitmap = await createImageBitmap(file);
  try {
    const isLarge = file.size > largeBytes && !/\.png$/i.test(file.name);
    return {
      thumbnail: draw(bitmap, thumbnailSide),
      original: file,
      smaller: isLarge ? await scaleDown(file, bitmap) : undefined,
    };
  } finally {
    // Frees up to 200 MB at once.
    bitmap.close();
  }
}

async function scaleDown(file: File, bitmap: ImageBitmap): Promise<File | undefined> {
  const canvas = draw(bitmap, maxSide);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  // Safari keeps the memory of a canvas until it is empty.
  canvas.width = 0;
  if (!blob || blob.type !== 'image/jpeg' || blob.size >= file.size) return undefined;
  const name = file.name.replace(/\.hei[cf]$/i, '.jpg');
  return new File([blob], name, { type: blob.type, lastModified: file.lastModified });
}

function draw(bitmap: ImageBitmap, longestSide: number): HTMLCanvasElement {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

let drawsPhotos: Promise<boolean> | undefined;

/**
 * False in browsers without bitmaps, in those that ignore a photo's orientation, and in those that
 * protect against fingerprinting by changing what a canvas contains.
 */
const canDrawPhotos = () =>
  (drawsPhotos ??= changesCanvases() ? Promise.resolve(false) : turnsPhotos().catch(() => false));

/** A white picture of 2 × 1 pixels, with an orientation of 90 degrees. */
const turnedPhoto =
  '/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAABAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIgAf//Z';

async function turnsPhotos(): Promise<boolean> {
  const bytes = Uint8Array.from(atob(turnedPhoto), (character) => character.charCodeAt(0));
  const { width, height } = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
  return width === 1 && height === 2;
}

function changesCanvases(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 8;
  const context = canvas.getContext('2d');
  if (!context) return true;
  const color = [200, 120, 40];
  context.fillStyle = `rgb(${color.join(',')})`;
  context.fillRect(0, 0, 8, 8);
  const { data } = context.getImageData(0, 0, 8, 8);
  // Some browsers change pixels by one or two, which is invisible.
  return data.some((value, index) => index % 4 < 3 && Math.abs(value - (color[index % 4] ?? 0)) > 3);
}
