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
  // `fromEntries` defines keys instead of assigning them, so `__proto__` is an ordinary key.
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, withSortedKeys(value[key])]));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
