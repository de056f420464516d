import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { PageVariants } from '@redress/contract/site-files';
import { dayIn } from '@redress/forms/court-day';

const PageVariantsSchema = Type.Object({
  timeZone: Type.String(),
  pages: Type.Record(Type.String(), Type.Array(Type.Object({ from: Type.String(), file: Type.String() }))),
});

/** Parses `variants.json`. Throws when it is none. */
export function readPageVariants(json: string): PageVariants {
  return Value.Parse(PageVariantsSchema, JSON.parse(json));
}

/**
 * The file of a page as it is at a moment: the last variant whose day has come in the court's time zone, and the first one before that.
 * Undefined for a page that is always the same.
 */
export function variantAt(variants: PageVariants, path: string, moment: Date): string | undefined {
  const ofPage = Object.hasOwn(variants.pages, path) ? variants.pages[path] : undefined;
  if (!ofPage) return undefined;
  const today = dayIn(variants.timeZone, moment);
  return (ofPage.findLast(({ from }) => from <= today) ?? ofPage[0])?.file;
}
