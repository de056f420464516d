import type { Allocation } from './plan.ts';

/** Changes with every change of the algorithm or of the file. */
export const engine = 1;
const csvHeader = 'claim,pool,weight,floor,cap,cents';
const linesPerChunk = 1_000;

/**
 * The SHA-256 comes from outside (`createHash('sha256')` of Node fits), because the Web's is neither
 * synchronous nor incremental, and this package imports nothing.
 */
export interface Sha256 {
  update(text: string): unknown;
  digest(encoding: 'hex'): string;
}

/** Facts about an allocation that its hash covers, too: the fund, the plan's version, the seal. */
export type Origin = Readonly<Record<string, string>>;

/** JSON with sorted keys. Amounts are decimal strings, because JSON numbers are doubles. */
export function canonicalParameters({ netFund, plan }: Pick<Allocation, 'netFund' | 'plan'>, origin: Origin): string {
  return JSON.stringify({ engine, netFund, origin, pools: plan }, (_key, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/**
 * The text that the SHA-256 covers, in chunks: a line `# {parameters}`, then a CSV file. Chunks,
 * because a million lines make one string of 50 MB.
 */
export function* canonicalText(allocation: Allocation, origin: Origin): Generator<string> {
  let chunk = `# ${canonicalParameters(allocation, origin)}\n${csvHeader}\n`;
  let lines = 0;
  for (const { claim, pool, weight, floor, cap = '', cents } of allocation.lines) {
    chunk += `${claim},${pool},${weight},${floor},${cap},${cents}\n`;
    if (++lines % linesPerChunk !== 0) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

/** Returns the SHA-256 of an allocation in hexadecimal digits. */
export function allocationHash(allocation: Allocation, origin: Origin, sha256: Sha256): string {
  for (const chunk of canonicalText(allocation, origin)) sha256.update(chunk);
  return sha256.digest('hex');
}

/** The exported file, in chunks: the canonical text, then a line with its SHA-256. */
export function* exportAllocation(allocation: Allocation, origin: Origin, sha256: Sha256): Generator<string> {
  for (const chunk of canonicalText(allocation, origin)) {
    sha256.update(chunk);
    yield chunk;
  }
  yield `# sha256 ${sha256.digest('hex')}\n`;
}
