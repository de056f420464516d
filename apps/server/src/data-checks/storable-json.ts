/**
 * A value as JSON that PostgreSQL takes as `jsonb`: it refuses the character U+0000, and halves of a pair of surrogates as they are left where
 * a text is cut. Both come from hostile or broken files, and are replaced by a mark that shows.
 */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\u0000', '\u2400') : part,
  );
}
