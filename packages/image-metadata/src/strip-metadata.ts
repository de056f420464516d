import { applyEdits, type EditPlan } from './edits.ts';
import { planHeic } from './heic.ts';
import { planJpeg } from './jpeg.ts';
import { planPng } from './png.ts';
import { planTiff } from './tiff.ts';

const planners = { jpg: planJpeg, png: planPng, tif: planTiff, heic: planHeic } as const;
export type ImageType = keyof typeof planners;

export function isImageType(type: string): type is ImageType {
  return type in planners;
}

export type StripResult =
  | { readonly outcome: 'none' }
  /** A copy of the same length: bytes of metadata are zeroed in place, all others are unchanged. */
  | { readonly outcome: 'removed'; readonly bytes: Buffer }
  /** The structure is damaged or unknown, so image and metadata cannot be separated. */
  | { readonly outcome: 'not-understood' };

/**
 * Removes what an image file says beyond the image: location, time, author, device, texts. Image
 * data and orientation stay. Never throws, whatever the bytes are, and does not change them.
 */
export function stripMetadata(bytes: Buffer, type: ImageType): StripResult {
  let plan: EditPlan;
  try {
    plan = planners[type](bytes);
  } catch (error) {
    // A read beyond the end, should a planner lack a check.
    if (!(error instanceof RangeError)) throw error;
  }
  if (!plan) return { outcome: 'not-understood' };
  const stripped = applyEdits(bytes, plan);
  return stripped ? { outcome: 'removed', bytes: stripped } : { outcome: 'none' };
}
