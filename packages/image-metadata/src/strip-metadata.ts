import { applyEdits } from './edits.ts';
import type { Plan } from './edits.ts';
import { planHeic } from './heic.ts';
import { planJpeg } from './jpeg.ts';
import { planPng } from './png.ts';
import { planTiff } from './tiff.ts';

const plans = { jpg: planJpeg, png: planPng, tif: planTiff, heic: planHeic } as const;
export type ImageType = keyof typeof plans;

export function isImageType(type: string): type is ImageType {
  return type in plans;
}

export type WithoutMetadata =
  /** There was none. */
  | { readonly outcome: 'none' }
  /** The whole file, as long as it was: each byte of metadata is blanked in its place, every other one is as it came. */
  | { readonly outcome: 'removed'; readonly bytes: Buffer }
  /** Nobody here can tell picture and metadata apart. */
  | { readonly outcome: 'not-understood' };

/**
 * Takes away what a picture tells besides itself: where and when it was taken, by whom, with what, and what was written into it. The picture stays
 * as it is, byte for byte, and is turned the same way as before. Never throws, whatever the bytes.
 */
export function stripMetadata(bytes: Buffer, type: ImageType): WithoutMetadata {
  const plan = makePlan(bytes, type);
  if (!plan) return { outcome: 'not-understood' };
  const changed = applyEdits(bytes, plan);
  return changed ? { outcome: 'removed', bytes: changed } : { outcome: 'none' };
}

/** Each number that is read was checked to lie in the file; should one be forgotten, the picture is kept as it came. */
function makePlan(bytes: Buffer, type: ImageType): Plan {
  try {
    return plans[type](bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
