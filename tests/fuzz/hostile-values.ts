import fc from 'fast-check';
import { canary } from './fuzz-request.ts';

export const words = (text: string): string[] => text.trim().split(/\s+/);

type Weighted<T> = readonly [weight: number, arbitrary: fc.Arbitrary<T>];
/** Picks one of these arbitraries, each as often as its weight says. */
export const oneOf = <T>(...weighted: readonly Weighted<T>[]): fc.Arbitrary<T> =>
  fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const longest = 200_000;

/** Few people type such text, and no program expects it. */
export const oddText: fc.Arbitrary<string> = oneOf(
  [4, fc.string({ unit: 'binary', maxLength: 40 })],
  [2, fc.string({ unit: 'grapheme', maxLength: 20 })],
  [
    8,
    fc.constantFrom(
      '',
      ' ',
      '\u0000',
      `a\u0000b`,
      '\ud800',
      'x\udfff',
      '\ufeff',
      '\u202e\u2066evil',
      'e\u0301'.repeat(30),
      '\u{1F469}\u200d\u{1F469}\u200d\u{1F467}',
      '\u00df\u0130\u017f\ufb01',
      'Z\u0351\u036b\u0343'.repeat(50),
      '\u2028\u2029',
      '\r\nSet-Cookie: a=b',
      "'; drop table claims; --",
      "' or 1=1 --",
      '$$; select pg_sleep(5)',
      '\\x00',
      '${7*7}{{7*7}}<%= 7*7 %>',
      "=cmd|' /C calc'!A0",
      '9'.repeat(400),
      '(555) 555-0100',
      ...words(`<script>alert(1)</script> ../../../../etc/passwd %00%2e%2e%2f __proto__ constructor toString null
NaN -0 1e309 0x10 ١٢٣٤٥٦٧٨٩ １２３４５`),
    ),
  ],
  [1, fc.integer({ min: 1_000, max: longest }).map((length) => canary.repeat(length / canary.length))],
  [
    1,
    fc
      .constantFrom('a', '(', ' ', '@', '.', '\u0301', '1', '-')
      .chain((of) => fc.integer({ min: 100, max: 50_000 }).map((length) => of.repeat(length))),
  ],
  [2, fc.string({ maxLength: 20 }).map((text) => `${canary} ${text}`)],
);

/** JavaScript parses these numbers to a different value, or not at all. */
const oddNumberText = fc.constantFrom(
  ...words(`-0 1e400 -1e400 1e-400 9007199254740993 0.1e1 1E+2 123456789012345678901234567890
1.7976931348623157e309 -0.0 5e-324`),
);

/** JSON text may have any value, including those that `JSON.stringify` would normalize. */
export const oddJson: fc.Arbitrary<string> = oneOf(
  [6, oddText.map((text) => JSON.stringify(text))],
  [3, oddNumberText],
  [
    3,
    fc.constantFrom(
      ...words(`null true false [] {} [[]] [null] {"":""} {"__proto__":{"isAdmin":true}}
{"constructor":{"prototype":{"x":1}}} {"toString":1,"valueOf":2,"toJSON":3} {"length":4294967296}`),
    ),
  ],
  [1, fc.integer({ min: 100, max: 40_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth))],
  [1, fc.integer({ min: 100, max: 8_000 }).map((depth) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth))],
  [
    1,
    fc
      .constantFrom(1_000, 10_000)
      .map(
        (rows) =>
          `[${Array.from({ length: rows }, (_, row) => `{"classMemberName":"Plan ${row}","classMemberFEIN":"${100_000_000 + row}"}`).join(',')}]`,
      ),
  ],
  [
    1,
    fc
      .constantFrom('""', '0', '{}', 'null')
      .chain((of) =>
        fc
          .integer({ min: 1_000, max: 50_000 })
          .map((count) => `[${Array.from({ length: count }, () => of).join(',')}]`),
      ),
  ],
  [2, fc.json({ maxDepth: 5 })],
);

/** Names are inherited or unknown. */
export const oddName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    canary,
    ...words(`__proto__ constructor prototype toString hasOwnProperty toJSON then length formVersion
googleRecaptchaToken documentsToFollow classMembers.0.classMemberName classMembers signature $where
name1[]`),
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

/** The bytes are not valid text in any encoding, or not in the declared one. */
export const oddBytes: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(
    Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
    Buffer.from([0xc0, 0xaf]),
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.from([0xf4, 0x90, 0x80, 0x80]),
    Buffer.from('\ufeff{}'),
    Buffer.alloc(5_000),
    Buffer.alloc(300_000, '{"a":'),
    Buffer.from('{"a":1}', 'utf16le'),
    Buffer.alloc(2_500_000, ' '),
  ),
  oddText.map((text) => Buffer.from(text)),
  oddJson.map((json) => Buffer.from(json)),
);

/** Text of the characters from this one that a header may have. */
export const latin1 = (min: number, maxLength: number): fc.Arbitrary<string> => {
  const code = fc.integer({ min, max: 0xff }).filter((each) => each !== 0x7f);
  return fc.string({ unit: code.map((each) => String.fromCodePoint(each)), maxLength });
};

/** These header values may confuse a parser. They have no line breaks. */
export const oddHeaderValue: fc.Arbitrary<string> = oneOf(
  [4, latin1(0x20, 60)],
  [
    4,
    fc.constantFrom(
      '',
      ' ',
      '\t',
      '${jndi:ldap://x}',
      "' or 1=1 --",
      'a=b; a=c; __proto__=d',
      canary,
      ...words(`, ; = " * null -1 0 1e9 999999999999999999999 NaN %00 % ../../etc/passwd {} [] ;q=,;q=x,*;q=1e9
en;q=0.9;q=0.1 es-419-x-private;q=0.0001 __proto__ constructor`),
    ),
  ],
  [1, fc.integer({ min: 100, max: 12_000 }).map((length) => 'a,'.repeat(length / 2))],
  [1, fc.integer({ min: 100, max: 12_000 }).map((length) => canary.repeat(length / canary.length))],
);
