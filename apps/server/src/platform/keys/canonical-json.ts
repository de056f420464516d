export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

/**
 * JSON with sorted keys, so that equal values give equal text. Hashes of the text are stored: it
 * must never change.
 */
export function canonicalJson(value: Json): string {
  return JSON.stringify(withSortedKeys(value));
}

/** `JSON.stringify` with a function that sorts would take three times as long. */
function withSortedKeys(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(withSortedKeys);
  if (isSortedAndFlat(value)) return value;
  const sorted: Record<string, Json> = {};
  for (const key of Object.keys(value).sort()) {
    const each = withSortedKeys(value[key]);
    // An assignment to this key would set the prototype.
    if (key === '__proto__') Object.defineProperty(sorted, key, { value: each, enumerable: true });
    else sorted[key] = each;
  }
  return sorted;
}

/** The rows of a summary are, and copying them would take longer than writing their JSON. */
function isSortedAndFlat(value: { readonly [key: string]: Json }): boolean {
  let last = '';
  for (const key of Object.keys(value)) {
    const part = value[key];
    if (key < last || (typeof part === 'object' && part !== null)) return false;
    last = key;
  }
  return true;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
