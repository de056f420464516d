import { withoutLabel, withoutWords } from '@redress/forms/without-label';

/** Every browser posts the form that asks for a receipt natively, without JavaScript. */
export const receiptFields = {
  /** With the token of the tab that filed, the response is the PDF. */
  token: 'token',
  /** With a token, the response is the completion page instead of the PDF. */
  open: 'open',
  /** The reference number, with or without its prefix. */
  reference: 'reference',
  /** A completion page's expired code replaces the reference number. */
  code: 'code',
  /** The last name or the ZIP code of the claim. */
  proof: 'proof',
} as const;

/** The completion page's query parameter has a code for the claim. */
export const completionCode = 'filed';

/** Removes a label such as `Reference number:`, separators and a final period. */
const compact = (typed: string): string =>
  withoutLabel(typed)
    .replace(/[\s.-]/g, '')
    .toUpperCase();

/**
 * Reads a claim number of ten digits, or of fewer if a spreadsheet dropped its leading zeros: one
 * in ten older claim numbers begins with 0. Words may precede it. Undefined for anything else.
 */
export function restoreClaimNumber(typed: string): string | undefined {
  const digits = compact(withoutWords(withoutLabel(typed).trim()));
  return /^\d{7,10}$/.test(digits) ? digits.padStart(10, '0') : undefined;
}

/**
 * Finds the claim number in a reference number as people type or paste it, even among words such as
 * `Reference number`; undefined if there is none. Fewer than ten digits count only after a prefix,
 * because they may be a Notice ID.
 * @param prefixes the prefixes of the settlement's reference numbers, which people may leave out
 */
export function readReference(typed: string, prefixes: readonly string[]): string | undefined {
  const reference = compact(typed);
  if (/^\d{10}$/.test(reference)) return reference;
  return prefixes
    .map((prefix) => {
      const at = reference.lastIndexOf(prefix);
      const [digits = ''] = /^\d*/.exec(reference.slice(at + prefix.length)) ?? [];
      return at === -1 || /\d$/.test(reference.slice(0, at)) ? undefined : restoreClaimNumber(digits);
    })
    .find((number) => number !== undefined);
}

/**
 * Splits `99999REF1048823917` into `99999REF`, `104`, `882` and `3917`, for reading aloud by phone.
 */
export const groupReference = (reference: string): readonly string[] =>
  /^(.*?)(\d{3})(\d{3})(\d{4})$/.exec(reference)?.slice(1).filter(Boolean) ?? [reference];

/** The page shows a refused request for a receipt, or an empty one. */
export interface ReceiptRequestView {
  /** The reference number is as typed. */
  readonly reference: string;
  readonly code?: string;
  readonly missing: readonly ('reference' | 'proof')[];
  readonly notice?: ReceiptNotice;
}
export type ReceiptNotice =
  /** No claim has this number together with this name or ZIP code. */
  | { readonly name: 'not-found' }
  /** The tab's token or the code has expired. */
  | { readonly name: 'expired' }
  | { readonly name: 'too-many'; readonly minutes: number }
  | { readonly name: 'unavailable' }
  | { readonly name: 'not-ours' };
