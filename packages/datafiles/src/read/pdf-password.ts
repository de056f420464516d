import type { ByteSource } from '../byte-source.ts';
import { readEnd, readLatin, regionBytes, toLatin } from './pdf-ends.ts';

/**
 * Tests whether a PDF opens only with a password. Banks encrypt statements with an empty password
 * to prevent changes; these open without one. Tests the empty password as in ISO 32000-2, 7.6.4. A
 * PDF that cannot be understood counts as one without a password.
 */
export async function hasPassword(source: ByteSource): Promise<boolean> {
  const end = await readEnd(source);
  const crossReferences = Number(/startxref\s+(\d{1,15})\s*%%EOF\s*$/.exec(end)?.[1] ?? source.size);
  const trailers = end + (await readLatin(source, crossReferences, crossReferences + regionBytes));
  const [, object, generation = '', direct = ''] = /\/Encrypt\s*(?:(\d+)\s+(\d+)\s+R|(<<[^]*))/.exec(trailers) ?? [];
  const dictionary = object === undefined ? direct : await findObject(source, `${object} ${generation} obj`);
  // The text of a page may mention `/Encrypt`: it then names another kind of object.
  if (!/\/Filter\s*\//.test(dictionary) || (object !== undefined && /\bstream\b/.test(dictionary))) return false;
  if (!/\/Filter\s*\/Standard\b/.test(dictionary)) return true;
  const idAt = trailers.search(/\/ID\s*\[/);
  const id = idAt === -1 ? '' : readString(trailers.slice(idAt).replace(/^[^<(]*/, ''));
  const numberOf = (key: string) => Number(new RegExp(`/${key}\\s+(-?\\d+)`).exec(dictionary)?.[1] ?? 0);
  const stringOf = (key: string) => {
    const at = dictionary.search(new RegExp(`/${key}\\s*[<(]`));
    return at === -1 ? '' : readString(dictionary.slice(at + key.length + 1).trimStart());
  };
  const revision = numberOf('R');
  const user = stringOf('U');
  if (user.length < 32) return false;
  if (revision >= 5) {
    const salt = toBytes(user.slice(32, 40));
    const hash = revision === 5 ? await digest('SHA-256', salt) : await hashOfRevision6(salt);
    return toLatin(hash) !== user.slice(0, 32);
  }
  const isMetadataPlain = revision >= 4 && /\/EncryptMetadata\s+false/.test(dictionary);
  const permissions = numberOf('P');
  const permissionBytes = [0, 8, 16, 24].map((shift) => (permissions >> shift) & 255);
  const owner = toBytes(stringOf('O').slice(0, 32));
  const seed = [
    ...padding,
    ...owner,
    ...permissionBytes,
    ...toBytes(id),
    ...(isMetadataPlain ? [255, 255, 255, 255] : []),
  ];
  const keyBytes = revision < 3 ? 5 : numberOf('V') === 4 ? 16 : (numberOf('Length') || 40) / 8;
  let key = md5(Uint8Array.from(seed));
  for (let round = 0; revision >= 3 && round < 50; round += 1) key = md5(key.subarray(0, keyBytes));
  key = key.subarray(0, keyBytes);
  if (revision < 3) return toLatin(rc4(key, padding)) !== user.slice(0, 32);
  let check = md5(Uint8Array.from([...padding, ...toBytes(id)]));
  for (let round = 0; round < 20; round += 1)
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    );
  return toLatin(check) !== user.slice(0, 16);
}

/** These bytes replace an empty password (ISO 32000-2, 7.6.4). */
const padding = Uint8Array.from([
  0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e, 0x00,
  0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
]);

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Finds the last object of this number, which replaces earlier ones. Empty if there is none. */
async function findObject(source: ByteSource, head: string): Promise<string> {
  let before = '';
  let start = 0;
  let found = -1;
  for await (const chunk of source.stream()) {
    const text = before + toLatin(chunk);
    for (let at = text.indexOf(head); at !== -1; at = text.indexOf(head, at + 1))
      if (!/\d/.test(text.charAt(at - 1))) found = start + at;
    before = text.slice(-head.length);
    start += text.length - before.length;
  }
  if (found === -1) return '';
  const [object = ''] = (await readLatin(source, found, found + regionBytes)).split('endobj');
  return object;
}

/** Reads the bytes of a string in hexadecimal digits or in parentheses at the start of the text. */
function readString(text: string): string {
  if (text.startsWith('<')) {
    const digits = text.slice(1, text.indexOf('>')).replace(/\s/g, '');
    return (digits.match(/../g) ?? []).map((pair) => String.fromCharCode(parseInt(pair, 16))).join('');
  }
  let bytes = '';
  let depth = 0;
  for (const [part] of text.matchAll(/\\(?:[0-7]{1,3}|\r\n|[^])|[^]/g)) {
    if (part === '(') depth += 1;
    if (part === ')') depth -= 1;
    if (depth === 0) return bytes.slice(1);
    bytes += part.length > 1 ? unescapePart(part.slice(1)) : part;
  }
  return '';
}
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '', '\r': '' };
const unescapePart = (code: string): string =>
  /^[0-7]/.test(code) ? String.fromCharCode(parseInt(code, 8) & 255) : (escapes[code.charAt(0)] ?? code);

async function digest(algorithm: string, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest(algorithm, bytes));
}

/** Implements algorithm 2.B of ISO 32000-2 for an empty password. */
async function hashOfRevision6(salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  let hash = await digest('SHA-256', salt);
  let last = 0;
  for (let round = 0; round < 64 || last > round - 32; round += 1) {
    const repeated = new Uint8Array(hash.length * 64);
    for (let at = 0; at < repeated.length; at += hash.length) repeated.set(hash, at);
    const key = await crypto.subtle.importKey('raw', hash.slice(0, 16), 'AES-CBC', false, ['encrypt']);
    const padded = await crypto.subtle.encrypt({ name: 'AES-CBC', iv: hash.slice(16, 32) }, key, repeated);
    const encrypted = new Uint8Array(padded, 0, repeated.length);
    const sum = encrypted.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    last = encrypted[encrypted.length - 1] ?? 0;
    hash = await digest(['SHA-256', 'SHA-384', 'SHA-512'][sum % 3] ?? '', encrypted);
  }
  return hash.subarray(0, 32);
}

/** Implements RFC 1321, because browsers have no MD5. */
function md5(bytes: Uint8Array): Uint8Array {
  const length = ((bytes.length + 8) >> 6) * 64 + 64;
  const view = new DataView(new ArrayBuffer(length));
  bytes.forEach((byte, at) => view.setUint8(at, byte));
  view.setUint8(bytes.length, 128);
  view.setUint32(length - 8, bytes.length * 8, true);
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
  for (let block = 0; block < length; block += 64) {
    let [a = 0, b = 0, c = 0, d = 0] = state;
    for (let step = 0; step < 64; step += 1) {
      const round = step >> 4;
      const mixed = [(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)][round] ?? 0;
      const word = [step, 5 * step + 1, 3 * step + 5, 7 * step][round] ?? 0;
      const constant = Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32);
      const sum = (a + mixed + constant + view.getUint32(block + (word & 15) * 4, true)) | 0;
      const shift = shifts[round * 4 + (step & 3)] ?? 0;
      [a, b, c, d] = [d, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0, b, c];
    }
    [a, b, c, d].forEach((part, at) => (state[at] = ((state[at] ?? 0) + part) | 0));
  }
  const result = new DataView(new ArrayBuffer(16));
  state.forEach((part, at) => result.setInt32(at * 4, part | 0, true));
  return new Uint8Array(result.buffer);
}

function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const box = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (one: number, other: number) => ([box[one], box[other]] = [box[other] ?? 0, box[one] ?? 0]);
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + (box[at] ?? 0) + (key[at % key.length] ?? 0)) & 255;
    swap(at, other);
  }
  let other = 0;
  return bytes.map((byte, index) => {
    const at = (index + 1) & 255;
    other = (other + (box[at] ?? 0)) & 255;
    swap(at, other);
    return byte ^ (box[((box[at] ?? 0) + (box[other] ?? 0)) & 255] ?? 0);
  });
}
