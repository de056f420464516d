export const minPasswordLength = 12;
/** Longer passwords would cost time and add nothing. */
export const maxPasswordLength = 200;

/** Frequent parts of the most common passwords (lists of leaked passwords). */
const commonParts = `
  password passwort passw0rd p@ssw0rd p@ssword contrasena welcome admin administrator
  letmein changeme qwertyuiop qwerty asdfghjkl asdfgh zxcvbnm 1q2w3e4r5t6y 1q2w3e4r
  1qaz2wsx3edc 1qaz2wsx zaq12wsx q1w2e3r4 iloveyou trustno1 monkey dragon football baseball
  basketball superman batman princess sunshine shadow master michael jordan charlie whatever
  starwars computer internet secret google summer winter spring autumn january february
  october november december test hello login access settlement redress claims claim console
`
  .trim()
  .split(/\s+/);
/** Characters that must remain without common parts, sequences and the person's own name. */
const minRemaining = 6;

/** The reason why a password is refused; undefined for a good one. */
export function findPasswordProblem(
  password: string,
  { name, email }: { readonly name: string; readonly email: string },
): string | undefined {
  const text = password.normalize('NFKC');
  if ([...text].length < minPasswordLength)
    return `Use at least ${minPasswordLength} characters. Four unrelated words are easy to remember.`;
  if ([...text].length > maxPasswordLength) return `Use at most ${maxPasswordLength} characters.`;
  const own = [name, ...email.split('@')].flatMap((part) => part.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  let rest = text.toLowerCase();
  for (const part of [...own.filter(({ length }) => length > 2), ...commonParts].toSorted(byLength))
    rest = rest.replaceAll(part, '');
  rest = dropSequences(rest);
  return [...rest].length >= minRemaining && new Set(rest).size > 3
    ? undefined
    : 'This password is too easy to guess: it is common, contains your name, or is a sequence. Choose another.';
}

const byLength = (one: string, other: string): number => other.length - one.length;

/** Drops characters that repeat the previous one, or follow it in sequence: `aaa`, `123`, `cba`. */
function dropSequences(text: string): string {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  return [...text]
    .filter((_, index) => index === 0 || Math.abs((codes[index] ?? 0) - (codes[index - 1] ?? 0)) > 1)
    .join('');
}
