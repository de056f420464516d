import { hkdfSync, randomInt } from 'node:crypto';

/** Without I, L, O and U, which are read as 1, 1, 0 and V. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 140 bits: nobody can guess one, and people can still type it. */
const length = 28;

/** A new code in groups of four. It is in the emailed link, and nowhere else. */
export function createCode(): string {
  const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
  return code.replaceAll(/.{4}(?=.)/g, '$&-');
}

/** A code as pasted or typed, in one piece. Undefined if characters are missing or wrong. */
export function readCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0');
  return code.length === length && [...code].every((character) => alphabet.includes(character)) ? code : undefined;
}

/** What a code stands for: where the form is stored, and the key that it is encrypted with. */
export function deriveFromCode(code: string): { readonly id: Buffer; readonly key: Buffer } {
  const secret = code.replaceAll('-', '');
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `saved form: ${purpose}`, 32));
  return { id: derive('id'), key: derive('key') };
}
