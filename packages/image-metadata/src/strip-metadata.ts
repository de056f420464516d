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
  /** The copy has the same length. Bytes of metadata are zeroed in place, all others unchanged. */
  | { readonly outcome: 'removed'; readonly bytes: Buffer }
  /** The structure is damaged or unknown, so image and metadata cannot be separated. */
  | { readonly outcome: 'not-understood' };

/**
 * Removes the location, time, author, device and text from an image file. Image data and
 * orientation stay. Never throws, whatever the bytes are, and does not change them.
 */
export function stripMetadata(bytes: Buffer, type: ImageType): StripResult {
  let plan: EditPlan;
  try {
    plan = planners[type](bytes);
  } catch (error) {
    // A planner that lacks a check reads beyond the end.
    if (!(error instanceof RangeError)) throw error;
  }
  if (!plan) return { outcome: 'not-understood' };
  const stripped = applyEdits(bytes, plan);
  return stripped ? { outcome: 'removed', bytes: stripped } : { outcome: 'none' };
}
