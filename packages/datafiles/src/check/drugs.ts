import { type DataRules, normalizeSpelling } from '../rules.ts';
import { withHyphens } from './cell-text.ts';

type DrugMatch =
  /** `index` is the label's index. `completed` is the listed code for an incomplete one. */
  | { readonly outcome: 'listed'; readonly index: number; readonly completed?: string }
  /** `ndc-shortened`: a spreadsheet wrote the code with an exponent and dropped digits. */
  | { readonly outcome: 'ndc-not-listed' | 'ndc-shortened' | 'drug-unknown' }
  | { readonly outcome: 'ndc-ambiguous'; readonly codes: readonly string[] };

const partLengths = [5, 4, 2];
/** A ten-digit code (4-4-2, 5-3-2, 5-4-1) lacks a zero before its short part. */
const zerosMissingAt = [0, 5, 9];

/**
 * Finds a drug by name or National Drug Code (NDC), or by an incomplete code if only one drug fits.
 */
export function createDrugList({ drugs, drugNames }: Pick<DataRules, 'drugs' | 'drugNames'>) {
  const labels: string[] = [];
  const indexes = new Map<string, number>();
  const indexOf = (label: string): number => {
    const known = indexes.get(label);
    if (known !== undefined) return known;
    indexes.set(label, labels.length);
    return labels.push(label) - 1;
  };
  const byDigits = new Map(drugs.map(({ digits, ndc, label }) => [digits, { ndc, index: indexOf(label) }]));
  const listedDigits = new Set(drugs.map(({ ndc }) => ndc.replace(/-/g, '')));
  const byName = new Map([
    ...drugs.map(({ label }) => [normalizeSpelling(label), indexOf(label)] as const),
    ...drugNames.flatMap(({ label, spellings }) =>
      [label, ...spellings].map((spelling) => [normalizeSpelling(spelling), indexOf(label)] as const),
    ),
  ]);

  function findHyphenated(parts: readonly string[]): DrugMatch {
    const found = byDigits.get(parts.map((part, index) => part.padStart(partLengths[index] ?? 0, '0')).join(''));
    if (!found) return { outcome: 'ndc-not-listed' };
    // Codes are written 5-4-2, 4-4-2, 5-3-2 or 5-4-1; a shorter one has lost zeros.
    const isWhole = parts.join('').length >= 10;
    return { outcome: 'listed', index: found.index, ...(isWhole ? {} : { completed: found.ndc }) };
  }
  function findDigits(digits: string): DrugMatch {
    const exact = byDigits.get(digits);
    if (exact) return { outcome: 'listed', index: exact.index };
    if (digits.length > 10) return { outcome: 'ndc-not-listed' };
    const ten = digits.padStart(10, '0');
    const padded = new Set(zerosMissingAt.map((at) => `${ten.slice(0, at)}0${ten.slice(at)}`));
    const found = [...padded].flatMap((code) => byDigits.get(code) ?? []);
    const [only] = found;
    if (!only) return { outcome: 'ndc-not-listed' };
    if (found.length > 1) return { outcome: 'ndc-ambiguous', codes: found.map(({ ndc }) => ndc) };
    return { outcome: 'listed', index: only.index, ...(listedDigits.has(digits) ? {} : { completed: only.ndc }) };
  }

  return {
    /** Each label occurs once, in the order of the rules. */
    labels,
    find(text: string): DrugMatch {
      const named = byName.get(normalizeSpelling(text));
      if (named !== undefined) return { outcome: 'listed', index: named };
      const code = withHyphens(text)
        .replace(/^NDC\s*[:#]?\s*/i, '')
        .replace(/\.0*$/, '');
      const exponential = /^(\d)(?:[.,](\d+))?E\+?(\d+)$/i.exec(code);
      if (exponential) {
        const [, first = '', decimals = '', exponent = ''] = exponential;
        // `9.9999083321E10` has all eleven digits; `9.99991E+10` has lost the last ones.
        if (decimals.length === Number(exponent)) return findDigits(first + decimals);
        return { outcome: decimals.length < Number(exponent) ? 'ndc-shortened' : 'drug-unknown' };
      }
      if (!/^\d[\d\s-]*$/.test(code)) return { outcome: 'drug-unknown' };
      const parts = code.split(/[\s-]+/).filter((part) => part !== '');
      const isHyphenated = parts.length === 3 && parts.every((part, index) => part.length <= (partLengths[index] ?? 0));
      return isHyphenated ? findHyphenated(parts) : findDigits(parts.join(''));
    },
  };
}
