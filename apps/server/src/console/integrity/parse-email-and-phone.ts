import { fullNameOf } from './nicknames.ts';
import type { Name } from './parse-name.ts';

/** An email address, normalized for comparisons. */
export interface Mailbox {
  /** The address without `+tag`, and without dots where the provider ignores them. */
  readonly mailbox: string;
  /** The address as typed, in lower case. */
  readonly spelling: string;
  readonly domain: string;
  /** How the local part is made from the claimant's name: `F.L4D` for `ana.nunez4821`. */
  readonly pattern: string;
  /** The only number in the local part, which a program may increment. */
  readonly number?: number | undefined;
}

/** Providers that deliver `a.b@` and `ab@` to one mailbox. */
const ignoresDots: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);
const sameProvider: ReadonlyMap<string, string> = new Map([
  ['googlemail.com', 'gmail.com'],
  ['me.com', 'icloud.com'],
  ['mac.com', 'icloud.com'],
]);

/** Anyone can get an address from these providers, so a shared domain is not evidence. */
const publicProviders: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com yahoo.com ymail.com rocketmail.com myyahoo.com hotmail.com outlook.com live.com msn.com aol.com aim.com
  icloud.com me.com mac.com comcast.net verizon.net att.net sbcglobal.net bellsouth.net pacbell.net ameritech.net swbell.net cox.net
  charter.net spectrum.net earthlink.net optonline.net optimum.net frontier.com frontiernet.net windstream.net centurylink.net
  centurytel.net embarqmail.com q.com juno.com netzero.net netzero.com suddenlink.net mail.com email.com usa.com gmx.com gmx.us gmx.net
  protonmail.com proton.me pm.me zoho.com fastmail.com hey.com tutanota.com tuta.io duck.com privaterelay.appleid.com mozmail.com
  twc.com rr.com roadrunner.com nycap.rr.com tampabay.rr.com mchsi.com wowway.com rcn.com cableone.net tds.net hughes.net peoplepc.com
  excite.com lycos.com inbox.com hushmail.com yandex.com mail.ru qq.com 163.com naver.com web.de yahoo.es yahoo.com.mx hotmail.es
  outlook.es yahoo.ca hotmail.co.uk yahoo.co.uk prodigy.net consolidated.net cincinnati.com alaska.net gci.net hawaiiantel.net
  metrocast.net midco.net atlanticbb.net zoominternet.net ptd.net epix.net bresnan.net tmobile.com t-mobile.com xfinity.com`.split(
    /\s+/,
  ),
);

export const isPublicProvider = (domain: string): boolean => publicProviders.has(domain);

/** Shorter names are part of many words: `ana` of `banana`. */
const minLengthWithin = 4;

/** The letters of a local part: `ananunez` from `ana.nunez48@`. */
const lettersOf = ({ spelling }: Mailbox): string =>
  spelling.slice(0, spelling.lastIndexOf('@')).replace(/[^a-z]/g, '');

/** Whether a mailbox has the first name in full: `ana.nunez48@`, `quiltangela@`. */
export function hasGivenName(mailbox: Mailbox, { given }: Pick<Name, 'given'>): boolean {
  const letters = lettersOf(mailbox);
  return given.length >= minLengthWithin ? letters.includes(given) : given.length > 1 && letters.startsWith(given);
}

/** Whether a mailbox is made from the name: the full first name, or like `anunez` and `nunezan`. */
export function isMadeOfName(mailbox: Mailbox, name: Pick<Name, 'given' | 'surname'>): boolean {
  if (name.given === '' || name.surname === '') return false;
  const short = [`${name.given.slice(0, 1)}${name.surname}`, `${name.surname}${name.given.slice(0, 2)}`];
  return hasGivenName(mailbox, name) || short.includes(lettersOf(mailbox));
}

/** Longer numbers are phone numbers and the like. */
const maxDigits = 8;

export function parseEmail(text: string, name: Name): Mailbox | undefined {
  const address = text.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  if (at < 1 || at === address.length - 1) return undefined;
  const given = address.slice(at + 1);
  const domain = sameProvider.get(given) ?? given;
  const [untagged = ''] = address.slice(0, at).split('+', 1);
  const local = ignoresDots.has(given) ? untagged.replaceAll('.', '') : untagged;
  const numbers = untagged.match(/\d+/g) ?? [];
  const [number = ''] = numbers;
  return {
    mailbox: `${local}@${domain}`,
    spelling: address,
    domain: given,
    pattern: patternOf(address.slice(0, at), name),
    ...(numbers.length === 1 && number.length <= maxDigits && { number: Number(number) }),
  };
}

/**
 * Describes the parts of a local part: `F` first name, `L` last name, `I` an initial, `4D` four
 * digits, `w` other letters, and separators unchanged.
 */
export function patternOf(local: string, { given, surname }: Pick<Name, 'given' | 'surname'>): string {
  const plain = local.replace(/\+.*/, '');
  return plain
    .split(/(\d+|[._-])/)
    .filter((part) => part !== '')
    .map((part) =>
      /^\d/.test(part) ? `${part.length}D` : /^[._-]$/.test(part) ? part : letterPattern(part, given, surname),
    )
    .join('');
}

function letterPattern(part: string, given: string, surname: string): string {
  const [initial = '#'] = given;
  const [last = '#'] = surname;
  if (given !== '' && (part === given || (part.length > 2 && fullNameOf(part) === fullNameOf(given)))) return 'F';
  if (surname !== '' && part === surname) return 'L';
  if (part === `${given}${surname}`) return 'FL';
  if (part === `${surname}${given}`) return 'LF';
  if (part === `${initial}${surname}`) return 'IL';
  if (part === `${given}${last}`) return 'FI';
  return 'w';
}

/** `+1 (617) 555-0100` becomes `6175550100`; text without ten digits becomes empty. */
export function parsePhone(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 ? digits : '';
}

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890'];

/**
 * Whether text was typed by running along a row of the keyboard: `asdfgh`, `qwerty`, `asdasd`,
 * `aaaa`.
 */
export function isKeyboardWalk(text: string): boolean {
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (/([a-z])\1{3}/.test(letters)) return true;
  if (/^([a-z]{3,4})\1+$/.test(letters) && isRun(letters.slice(0, 3))) return true;
  // `erty` is part of words like `property`.
  const longest = longestRun(letters);
  return longest >= 5 || (longest >= 4 && longest === letters.length);
}

const isRun = (text: string): boolean => longestRun(text) === text.length;

/**
 * The longest stretch of neighboring keys on one row, in one direction. Digits alone are ignored.
 */
function longestRun(text: string): number {
  let longest = 0;
  let length = 1;
  let step = 0;
  for (let at = 1; at < text.length; at += 1) {
    const next = stepBetween(text[at - 1] ?? '', text[at] ?? '');
    length = next === 0 ? 1 : next === step ? length + 1 : 2;
    step = next;
    if (length > longest && /[a-z]/.test(text[at] ?? '')) longest = length;
  }
  return longest;
}

function stepBetween(a: string, b: string): number {
  for (const row of rows) {
    const from = row.indexOf(a);
    if (from === -1) continue;
    const to = row.indexOf(b);
    return to !== -1 && Math.abs(to - from) === 1 ? to - from : 0;
  }
  return 0;
}
