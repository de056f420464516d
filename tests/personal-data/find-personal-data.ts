/** A value that a person entered or that the website knows of them, and its kind: `street`. */
export interface PersonalValue {
  readonly kind: string;
  readonly value: string;
}

/** A text that must not contain personal data, and its source: `the server's log`. */
export interface PublicText {
  readonly place: string;
  readonly text: string;
}

/** Shorter values occur in every text by chance. */
const minCharacters = 4;
/** Word characters: a value counts only if none of them precedes or follows it. */
const word = /[\p{L}\p{N}]+/gu;

/**
 * Finds personal values in texts, as whole words, ignoring case. Reports the kind and place of
 * each, once, and never the value.
 */
export function findPersonalData(values: readonly PersonalValue[], texts: readonly PublicText[]): string[] {
  const byFirstWord = new Map<string, { kind: string; value: string }[]>();
  for (const { kind, value } of values) {
    const folded = fold(value.trim());
    const [first] = folded.match(word) ?? [];
    if (first === undefined || folded.length < minCharacters) continue;
    const others = byFirstWord.get(first) ?? [];
    if (!others.some((other) => other.value === folded && other.kind === kind)) others.push({ kind, value: folded });
    byFirstWord.set(first, others);
  }
  const found = new Set<string>();
  for (const { place, text } of texts) {
    const folded = fold(text);
    for (const match of folded.matchAll(word))
      for (const { kind, value } of byFirstWord.get(match[0]) ?? []) {
        // A value may start with a non-word character: `(602) 555-0100`.
        const lead = value.search(word);
        const from = match.index - lead;
        const after = folded.slice(from + value.length, from + value.length + 2);
        if (folded.startsWith(value, from) && !/^[\p{L}\p{N}]/u.test(after)) found.add(`${kind} in ${place}`);
      }
  }
  return [...found].sort();
}

const fold = (text: string): string => text.normalize('NFC').toLowerCase();
