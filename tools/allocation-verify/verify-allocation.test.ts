import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allocate } from '@redress/allocation/allocate';
import { AllocationError } from '@redress/allocation/allocation-error';
import { allocationHash, exportAllocation } from '@redress/allocation/canonical';
import { funds } from '@redress/allocation/fixtures/random-funds';
import { sampleAllocation, sampleFile } from '@redress/allocation/fixtures/sample-allocation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyAllocation } from './verify-allocation.mjs';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'redress-allocation-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function verify(text: string, approvedHash?: string) {
  const path = join(folder, 'allocation.csv');
  writeFileSync(path, text);
  const lines: string[] = [];
  const code = await verifyAllocation(path, approvedHash, (line) => lines.push(line));
  return { code, lines };
}

/** Gives a changed file the SHA-256 of its new content, as a careful forger would. */
function rehash(text: string): string {
  const content = text.slice(0, text.lastIndexOf('# sha256 '));
  return `${content}# sha256 ${createHash('sha256').update(content).digest('hex')}\n`;
}

test('an exported allocation is right, and its SHA-256 is the one that was approved', async () => {
  const hash = allocationHash(
    sampleAllocation(),
    { fund: 'settlement-fund', plan: '1', seal: '42' },
    createHash('sha256'),
  );
  expect(await verify(sampleFile(), hash)).toEqual({
    code: 0,
    lines: [
      'Pool consumers: 3 claims, $200.00 paid or reserved.',
      'Pool payors: 4 claims, $800.00 paid or reserved.',
      'Net fund: $1,000.00. Claims: 7. Paid or reserved: $1,000.00. Residual: $0.00.',
      `SHA-256: ${hash}`,
      'Every payment is what the plan gives, to the cent.',
    ],
  });
  const { code, lines } = await verify(sampleFile(), '0'.repeat(64));
  expect(code).toBe(1);
  expect(lines[0]).toContain('The SHA-256 that was approved is');
});

test('200 random funds are right, and one changed cent of any claim is found without the SHA-256', async () => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(funds, fc.nat(), fc.boolean(), async ({ netFund, plan, claims }, chosen, isMore) => {
      let text: string;
      try {
        text = [...exportAllocation(allocate(netFund, plan, claims), {}, createHash('sha256'))].join('');
      } catch (error) {
        if (error instanceof AllocationError) return;
        throw error;
      }
      expect((await verify(text)).lines.at(-1)).toBe('Every payment is what the plan gives, to the cent.');
      if (claims.length === 0) return;
      const lines = text.split('\n');
      const line = 2 + (chosen % claims.length);
      const [row = '', cents = ''] = /^.*,(\d+)$/.exec(lines[line] ?? '') ?? [];
      const wrong = BigInt(cents) + (isMore || cents === '0' ? 1n : -1n);
      lines[line] = `${row.slice(0, row.length - cents.length)}${wrong}`;
      const result = await verify(rehash(lines.join('\n')));
      expect(result.code).toBe(1);
      expect(result.lines[0]).toMatch(new RegExp(`^Line ${line + 1}: claim ${row.slice(0, 10)} is paid `));
      expect(result.lines).toHaveLength(2);
      changed += 1;
    }),
    { numRuns: 200 },
  );
  expect(changed).toBeGreaterThan(80);
});

describe('a changed file is found', () => {
  const row = '1000000041,payors,20000000,0,,17778\n';
  const changes: readonly (readonly [string, RegExp, string, string])[] = [
    [
      'a cent moved to a neighbor',
      /^Line 6: claim 1000000033 is paid \$444\.43/,
      ',44444\n1000000041,payors,20000000,0,,17778',
      ',44443\n1000000041,payors,20000000,0,,17779',
    ],
    ['a line is gone', /is paid \$444\.44\. The plan gives/, row, ''],
    ['a line is repeated', /^Line 8: claim 1000000041 is repeated/, row, row.repeat(2)],
    ['a claim was added', /^Line 6: claim 1000000033 is paid/, row, `${row}1000000042,payors,20000000,0,,17778\n`],
    [
      'a claim has another number',
      /^Line 8: claim 1000000058 is repeated, or not in the order/,
      '1000000041',
      '1000000099',
    ],
    ['a weight', /^Line 6: claim 1000000033 is paid/, '50000000', '50010000'],
    [
      'a multiplier',
      /^Line 3: claim 1000000009 has the cap \$150\.00\. The plan gives \$300\.00\.$/,
      '"capMultiple":"10000"',
      '"capMultiple":"20000"',
    ],
    [
      'a cap',
      /^Line 3: claim 1000000009 has the cap \$150\.01\. The plan gives \$150\.00\.$/,
      '15000,15000',
      '15001,15001',
    ],
    ['a floor', /^Line 3: claim 1000000009 has the floor \$0\.01/, ',0,15000', ',1,15000'],
    [
      'a floor beside a minimum',
      /^Line 6: claim 1000000033 has a floor, and the pool payors has a minimum/,
      '50000000,0',
      '50000000,1',
    ],
    ['a pool', /^Line 5: claim 1000000025 is in the pool others, which/, '25,consumers', '25,others'],
    ['a share', /^The shares do not sum to 10,000\.$/, '"share":6000', '"share":6001'],
    ['the net fund', /^Line 6: claim 1000000033 is paid \$444\.44\. The plan gives \$444\.4/, '"100000"', '"100001"'],
    ['the minimum', /^Line 6: /, '"minimum":"2500"', '"minimum":"0"'],
    ['the overflow is gone', /^Line 6: /, '"overflow":"payors",', ''],
    [
      'the overflow leads nowhere',
      /^The pool consumers overflows into a pool that/,
      '"overflow":"payors"',
      '"overflow":"p"',
    ],
    [
      'the overflow is a circle',
      /^Three or more pools overflow in a circle/,
      '"minimum":"2500"',
      '"minimum":"2500","overflow":"payors"',
    ],
    ['a leading zero', /^Line 3 is not a row/, ',15000,15000', ',15000,015000'],
    ['a payment is negative', /^Line 6 is not a row/, ',,44444', ',,-44444'],
    ['the header', /^Line 2 must be/, 'floor,cap', 'cap,floor'],
    ['line ends', /^Line 2 must be/, '\n', '\r\n'],
  ];
  test.each(changes)('%s', async (_name, fault, from, to) => {
    const text = sampleFile();
    expect(text).toContain(from);
    const result = await verify(rehash(text.replaceAll(from, () => to)));
    expect(result.lines[0]).toMatch(fault);
    expect(result.code).toBe(1);
    // Without a new SHA-256, the file contradicts itself as well.
    const { lines } = await verify(text.replaceAll(from, () => to));
    expect(lines.join('\n')).toMatch(/its SHA-256 is|last line, with the SHA-256/);
  });

  /** Pays 1000000009 more than the limit that the file still seems to state, and another one less. */
  const overpay = [
    [',0,15000,15000', ',0,16000,16000'],
    [',0,1000,1000', ',0,0,0'],
  ] as const;
  const lineOne = /^Line 1 has parameters that do not count/;
  test.each([
    ['a limit that is no string', lineOne, [['"capMultiple":"10000"', '"capMultiple":10000'], ...overpay]],
    ['a limit with another name', lineOne, [['"capMultiple"', '"cap-multiple"'], ...overpay]],
    ['a limit that is stated twice', lineOne, [['{"capMultiple":', '{"capMultiple":"5000","capMultiple":']]],
    ['an unknown rule', lineOne, [['"engine":1,', '"engine":1,"feeAtMost":3300,']]],
    ['other characters for the same text', lineOne, [['"seal":"42"', String.raw`"seal":"\u0034\u0032"`]]],
    ['a pool without a share', lineOne, [[',"share":4000', '']]],
    ['a share of a part', /^The shares do not sum|^The pool consumers has the share 3999\.5/, [['4000', '3999.5']]],
    [
      'a share below zero',
      /^The pool consumers has the share -4000/,
      [
        ['"share":4000', '"share":-4000'],
        ['"share":6000', '"share":14000'],
      ],
    ],
  ] as const)('%s does not pass as if it were not there', async (_name, fault, replaced) => {
    const text = replaced.reduce((changed, [from, to]) => changed.replace(from, () => to), sampleFile());
    const { code, lines } = await verify(rehash(text));
    expect(lines[0]).toMatch(fault);
    expect(code).toBe(1);
  });

  test('a line that changes no payment is found by the SHA-256 alone', async () => {
    const text = sampleFile().replace('"seal":"42"', '"seal":"43"');
    expect((await verify(text)).lines[0]).toMatch(/^The file says that its SHA-256 is/);
    const hash = /# sha256 (.*)\n/.exec(sampleFile())?.[1];
    expect((await verify(rehash(text), hash)).lines[0]).toMatch(/^The SHA-256 that was approved is/);
  });
  test('the last line is missing, or not the last', async () => {
    const text = sampleFile();
    const cut = text.slice(0, text.lastIndexOf('# sha256 '));
    expect((await verify(cut)).lines).toContain('The last line, with the SHA-256, is missing.');
    expect((await verify(`${text}${row}`)).lines[0]).toMatch(/^Line 11 follows the line with the SHA-256/);
  });
});

test('the command exits with 0, 1 for a difference, and 2 for what it cannot read', () => {
  const program = join(import.meta.dirname, '../allocation-verify.mjs');
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return name;
  };
  // npm starts scripts in the checkout, and says where it was called.
  const env = { ...process.env, INIT_CWD: folder };
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8' });
  const right = write('right.csv', sampleFile());
  expect(run(right).status).toBe(0);
  expect(run(write('wrong.csv', sampleFile().replace(',17778', ',17779'))).status).toBe(1);
  const unreadable: readonly (readonly [RegExp, ...string[]])[] = [
    [/^Usage: /],
    [/^Usage: /, right, '--sha256', 'abc'],
    [/nonsense/, right, '--nonsense'],
    [/no such file/, 'missing.csv'],
    [/not an exported allocation/, write('other.csv', 'claim,pool\n')],
    [/is empty/, write('empty.csv', '')],
    [/the version of Redress with engine 2/, write('new.csv', sampleFile().replace('"engine":1', '"engine":2'))],
  ];
  for (const [message, ...args] of unreadable) {
    const { status, stderr } = run(...args);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  }
});
