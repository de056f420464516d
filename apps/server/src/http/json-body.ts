import { ProblemError } from './problem.ts';

/**
 * Reads a JSON body. Throws `too-large` for more fields, objects and lists than `maxParts`, before
 * any is made: 2 MB can hold 120,000 fields, and parsing them would hold up every other request.
 */
export function readJsonBody(body: unknown, maxParts: number): unknown {
  if (typeof body !== 'string') return body;
  if (hasMoreParts(body, maxParts)) throw new ProblemError('too-large');
  try {
    // Keys such as `__proto__` become keys like any other, which the form then calls unknown.
    return JSON.parse(body);
  } catch (error) {
    throw new ProblemError('bad-json', {}, { cause: error });
  }
}

const [quote, backslash, colon, brace, bracket] = [0x22, 0x5c, 0x3a, 0x7b, 0x5b];

/** Counts what begins fields, objects and lists outside of strings; the text need not be JSON. */
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
