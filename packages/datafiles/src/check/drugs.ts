import type { DataRules } from '../rules.ts';
import { withHyphens } from './cell-text.ts';
import { normalizeSpelling } from './spellings.ts';

export type DrugRead =
  /** `group`: its place among `labels`. `completed`: the code as the list has it, where the file has less than that. */
  | { readonly outcome: 'listed'; readonly group: number; readonly completed?: string }
  /** `shortened`: a spreadsheet wrote the code with an exponent, and left digits out. */
  | { readonly outcome: 'not-listed' | 'shortened' | 'unknown' }
  | { readonly outcome: 'ambiguous'; readonly codes: readonly string[] };

/** The drugs that count, ready to be looked up. */
export interface DrugList {
  /** In the order of the rules, each once. */
  readonly labels: readonly string[];
  read(text: string): DrugRead;
}

const partLengths = [5, 4, 2];
/** What people write around a code so that no spreadsheet takes its zeros away: `'00008083321`, `="00008083321"`. */
const keepsZeros = /^(?:=?"|')|"$/g;
/** How ten digits are cut where a code is written without hyphens: 4-4-2, 5-3-2, 5-4-1. A zero is missing before the short part. */
const zerosMissingAt = [0, 5, 9];

/**
 * Looks up what stands for a drug: a National Drug Code (NDC) of 11 digits or with hyphens, one of 10 digits or one that a spreadsheet took
 * the leading zeros from, if it can be only one code of the list; or a name that the rules know.
 */
export function listDrugs({ drugs, drugNames }: Pick<DataRules, 'drugs' | 'drugNames'>): DrugList {
  const labels: string[] = [];
  const groups = new Map<string, number>();
  const groupOf = (label: string): number => {
    const known = groups.get(label);
    if (known !== undefined) return known;
    groups.set(label, labels.length);
    return labels.push(label) - 1;
  };
  const byDigits = new Map(drugs.map(({ digits, ndc, label }) => [digits, { ndc, group: groupOf(label) }]));
  const asListed = new Set(drugs.map(({ ndc }) => ndc.replace(/-/g, '')));
  const byName = new Map([
    ...drugs.map(({ label }) => [normalizeSpelling(label), groupOf(label)] as const),
    ...drugNames.flatMap(({ label, spellings }) =>
      [label, ...spellings].map((spelling) => [normalizeSpelling(spelling), groupOf(label)] as const),
    ),
  ]);

  function readHyphenated(parts: readonly string[]): DrugRead {
    const found = byDigits.get(parts.map((part, index) => part.padStart(partLengths[index] ?? 0, '0')).join(''));
    if (!found) return { outcome: 'not-listed' };
    // 5-4-2, 4-4-2, 5-3-2 and 5-4-1 are how codes are written; anything shorter has lost zeros.
    const isWhole = parts.join('').length >= 10;
    return { outcome: 'listed', group: found.group, ...(isWhole ? {} : { completed: found.ndc }) };
  }
  function readDigits(digits: string): DrugRead {
    if (digits.length > 11) return { outcome: 'not-listed' };
    if (digits.length === 11) {
      const found = byDigits.get(digits);
      return found ? { outcome: 'listed', group: found.group } : { outcome: 'not-listed' };
    }
    const ten = digits.padStart(10, '0');
    const padded = new Set(zerosMissingAt.map((at) => `${ten.slice(0, at)}0${ten.slice(at)}`));
    const found = [...padded].flatMap((code) => byDigits.get(code) ?? []);
    const [only] = found;
    if (!only) return { outcome: 'not-listed' };
    if (found.length > 1) return { outcome: 'ambiguous', codes: found.map(({ ndc }) => ndc) };
    return { outcome: 'listed', group: only.group, ...(asListed.has(digits) ? {} : { completed: only.ndc }) };
  }

  return {
    labels,
    read(text) {
      const named = byName.get(normalizeSpelling(text));
      if (named !== undefined) return { outcome: 'listed', group: named };
      const code = withHyphens(text)
        .replace(keepsZeros, '')
        .replace(/^NDC\s*[:#]?\s*/i, '')
        .replace(/\.0*$/, '');
      const exponential = /^(\d)(?:[.,](\d+))?E\+?(\d+)$/i.exec(code);
      if (exponential) {
        const [, first = '', decimals = '', exponent = ''] = exponential;
        // `9.9999083321E10` holds all eleven digits; `9.99991E+10` does not say what the last ones
        // were.
        if (decimals.length === Number(exponent)) return readDigits(first + decimals);
        return { outcome: decimals.length < Number(exponent) ? 'shortened' : 'unknown' };
      }
      if (!/^\d[\d\s-]*$/.test(code)) return { outcome: 'unknown' };
      const parts = code.split(/[\s-]+/).filter((part) => part !== '');
      const isCut = parts.length === 3 && parts.every((part, index) => part.length <= (partLengths[index] ?? 0));
      return isCut ? readHyphenated(parts) : readDigits(parts.join(''));
    },
  };
}
