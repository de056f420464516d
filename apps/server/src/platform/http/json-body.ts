import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { ProblemError } from './problem.ts';

/**
 * Parses a JSON body. Throws `too-large` for more than `maxParts` fields, objects and lists before
 * it parses them: 2 MB can contain 120,000 fields, which would block all other requests.
 */
export function readJsonBody(body: unknown, maxParts: number): unknown {
  if (typeof body !== 'string') return body;
  if (hasMoreParts(body, maxParts)) throw new ProblemError('too-large');
  try {
    // Keys such as `__proto__` become ordinary keys, which the form rejects as unknown.
    return JSON.parse(body);
  } catch (error) {
    throw new ProblemError('bad-json', {}, { cause: error });
  }
}

/**
 * Reads a JSON body that has to fit a schema.
 * @param maxParts as for `readJsonBody`
 * @throws ProblemError `bad-request`
 */
export function readBody<T extends TSchema>(schema: T, request: { readonly body: unknown }, maxParts = 200): Static<T> {
  const body = readJsonBody(request.body, maxParts);
  if (!Value.Check(schema, body)) throw new ProblemError('bad-request');
  return body;
}

const [quote, backslash, colon, brace, bracket] = [0x22, 0x5c, 0x3a, 0x7b, 0x5b];

/** Counts the starts of fields, objects and lists outside strings. The text may be invalid. */
function hasMoreParts(json: string, max: number): boolean {
  let parts = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) isInText = !isInText;
    else if (isInText && code === backslash) at += 1;
    else if (!isInText && (code === colon || code === brace || code === bracket)) {
      parts += 1;
      if (parts > max) return true;
    }
  }
  return false;
}
