import { ProblemError } from './problem.ts';

/**
 * Reads a JSON body that came as text. Throws `too-large` when it has more than so many fields, objects and lists, before any of them is
 * made: 120,000 fields fit into a body that is not long, and they would hold up everybody else. Plain `JSON.parse`: keys such as `__proto__`
 * become keys like any other, which the form then calls unknown.
 */
export function readJsonBody(body: unknown, maxParts: number): unknown {
  if (typeof body !== 'string') return body;
  if (hasMoreParts(body, maxParts)) throw new ProblemError('too-large');
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new ProblemError('bad-json', {}, { cause: error });
  }
}

const [quote, backslash, colon, brace, bracket] = [0x22, 0x5c, 0x3a, 0x7b, 0x5b];

/** Counts the marks by which fields, objects and lists begin, outside of texts; what is no JSON is counted as if it were. */
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
