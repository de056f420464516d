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
  const sorted: Record<string, Json> = {};
  for (const key of sortedKeys(value)) {
    const each = withSortedKeys(value[key]);
    // An assignment to this key would set the prototype.
    if (key === '__proto__') Object.defineProperty(sorted, key, { value: each, enumerable: true });
    else sorted[key] = each;
  }
  return sorted;
}

/** Most keys are in order already, and sorting takes a third of the time. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  return keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key) ? keys : keys.sort();
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
