import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleAllocation, sampleFile } from '../fixtures/sample-allocation.ts';
import { allocate } from './allocate.ts';
import { allocationHash, canonicalParameters, exportAllocation } from './canonical.ts';

const sha256 = () => createHash('sha256');

test('the README shows the exported file, byte for byte', () => {
  expect(readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')).toContain(`\n${sampleFile()}\`\`\`\n`);
});

test('the last line is the SHA-256 of all lines before it, in files of several chunks, too', () => {
  const claims = Array.from({ length: 2_500 }, (_, index) => ({
    claim: String(1_000_000_000 + index),
    pool: 'all',
    weight: BigInt(index),
    floor: 0n,
    reserved: false,
  }));
  const allocation = allocate(999_999n, [{ id: 'all', share: 10_000 }], claims);
  const lines = [...exportAllocation(allocation, {}, sha256())].join('').split('\n');
  expect(lines).toHaveLength(1 + 1 + 2_500 + 1 + 1);
  const content = `${lines.slice(0, -2).join('\n')}\n`;
  const hash = sha256().update(content).digest('hex');
  expect(lines.at(-2)).toBe(`# sha256 ${hash}`);
  expect(allocationHash(allocation, {}, sha256())).toBe(hash);
});

test('parameters have one text, whatever the order of their keys', () => {
  const one = canonicalParameters(
    { netFund: 10n, plan: [{ id: 'a', share: 10_000, floor: 5n, cap: 7n }] },
    { seal: '1', fund: 'x' },
  );
  const other = canonicalParameters(
    { plan: [{ cap: 7n, floor: 5n, share: 10_000, id: 'a' }], netFund: 10n },
    { fund: 'x', seal: '1' },
  );
  expect(one).toBe(other);
  expect(one).toBe(
    '{"engine":1,"netFund":"10","origin":{"fund":"x","seal":"1"},"pools":[{"cap":"7","floor":"5","id":"a","share":10000}]}',
  );
});

test('the hash covers the fund, the plan and the seal', () => {
  const hashes = ['41', '42'].map((seal) => allocationHash(sampleAllocation(), { seal }, sha256()));
  expect(new Set(hashes).size).toBe(2);
});
