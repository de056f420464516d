export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

/** JSON with the keys of every object sorted, so that equal values give equal text whatever their order was. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
