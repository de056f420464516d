import { PreviewFailure, type Shown } from './preview.ts';
import { readPictureSize } from './picture-size.ts';
import { maxCanvasPixels, paint } from './canvas.ts';

/**
 * Phone cameras take pictures of 50 million pixels, scanners at most 100 million. Each pixel takes
 * four bytes of memory.
 */
const maxPixels = 100_000_000;

/** Decodes a picture and shows it. @throws PreviewFailure */
export async function showPicture(bytes: ArrayBuffer): Promise<Shown> {
  const size = readPictureSize(new Uint8Array(bytes));
  if (!size || size.width === 0 || size.height === 0) throw new PreviewFailure('damaged');
  if (size.width * size.height > maxPixels) throw new PreviewFailure('too-large', size);
  const picture = await decode(bytes);
  return {
    pages: 1,
    async show({ zoom, degrees }, availableWidth) {
      const isTurned = degrees % 180 !== 0;
      const [width, height] = isTurned ? [picture.height, picture.width] : [picture.width, picture.height];
      // Small pictures are not enlarged to fit.
      const shown = Math.min(availableWidth / width, 1) * zoom;
      const scale = Math.min(shown * devicePixelRatio, Math.sqrt(maxCanvasPixels / (width * height)));
      paint({ width: width * scale, height: height * scale, shownWidth: width * shown }, (context) => {
        const { canvas } = context;
        context.translate(canvas.width / 2, canvas.height / 2);
        context.rotate((degrees * Math.PI) / 180);
        const [across, down] = isTurned ? [canvas.height, canvas.width] : [canvas.width, canvas.height];
        context.drawImage(picture, -across / 2, -down / 2, across, down);
      });
      return '';
    },
  };
}

async function decode(bytes: ArrayBuffer): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(new Blob([bytes]));
  } catch {
    throw new PreviewFailure('damaged');
  }
}
