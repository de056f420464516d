import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { property } from '../project.mjs';

/**
 * @typedef {object} Pool
 * @property {string} id
 * @property {number} share in basis points
 * @property {bigint | undefined} minimum
 * @property {bigint | undefined} floor
 * @property {bigint | undefined} cap
 * @property {bigint | undefined} capMultiple in basis points of the weight
 * @property {string | undefined} floors
 * @property {string | undefined} overflow
 *
 * @typedef {object} Row
 * @property {number} line
 * @property {string} claim
 * @property {bigint} weight in ten-thousandths of a dollar
 * @property {bigint} floor
 * @property {bigint | undefined} cap
 * @property {bigint} cents
 *
 * @typedef {object} ExportedAllocation
 * @property {bigint} netFund
 * @property {Pool[]} pools
 * @property {Map<string, Row[]>} rowsOf by pool, in the file's order
 * @property {string} sha256 of the lines before the last one
 * @property {number} claims
 */

/** The engine whose rules and file this program knows. */
const knownEngine = 1;
const header = 'claim,pool,weight,floor,cap,cents';
const hashPrefix = '# sha256 ';
const number = '(0|[1-9][0-9]*)';
const rowPattern = new RegExp(`^([0-9A-Za-z-]{1,40}),([^,]+),${number},${number},(|0|[1-9][0-9]*),${number}$`);

/** This is not a file that this program can check. */
class UnreadableFile extends Error {}

/**
 * Reads an exported allocation, and reports lines that are damaged or out of order.
 * @param {string} path
 * @param {(fault: string) => void} onFault
 * @returns {Promise<ExportedAllocation>}
 */
export async function readAllocation(path, onFault) {
  const hash = createHash('sha256');
  /** @type {{ netFund: bigint, pools: Pool[] } | undefined} */
  let parameters;
  /** @type {Map<string, Row[]>} */
  const rowsOf = new Map();
  let statedHash = '';
  let lastClaim = '';
  let line = 0;
  let claims = 0;
  for await (const text of readLines(path)) {
    line += 1;
    if (line === 1) {
      parameters = readParameters(text, onFault);
      for (const { id } of parameters.pools) rowsOf.set(id, []);
    }
    if (statedHash !== '') onFault(`Line ${line} follows the line with the SHA-256, which must be the last.`);
    else if (text.startsWith(hashPrefix)) statedHash = text.slice(hashPrefix.length);
    else hash.update(`${text}\n`);
    if (line === 2 && text !== header) onFault(`Line 2 must be ${header}.`);
    if (line <= 2 || statedHash !== '') continue;
    const [, claim = '', pool = '', weight = '', floor = '', cap = '', cents = ''] = rowPattern.exec(text) ?? [];
    const rows = rowsOf.get(pool);
    if (claim === '') onFault(`Line ${line} is not a row of ${header}.`);
    else if (!rows) onFault(`Line ${line}: claim ${claim} is in the pool ${pool}, which the plan does not have.`);
    else {
      if (claim <= lastClaim)
        onFault(`Line ${line}: claim ${claim} is repeated, or not in the order of claim numbers.`);
      lastClaim = claim;
      claims += 1;
      const limit = cap === '' ? undefined : BigInt(cap);
      rows.push({ line, claim, weight: BigInt(weight), floor: BigInt(floor), cap: limit, cents: BigInt(cents) });
    }
  }
  if (!parameters) throw new UnreadableFile(`${path} is empty.`);
  const sha256 = hash.digest('hex');
  if (statedHash === '') onFault('The last line, with the SHA-256, is missing.');
  else if (statedHash !== sha256) onFault(`The file says that its SHA-256 is ${statedHash}. It is ${sha256}.`);
  return { ...parameters, rowsOf, sha256, claims };
}

/**
 * Splits at line feeds only, so that a converted file does not pass as the exported one.
 * @param {string} path
 */
async function* readLines(path) {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/**
 * Reads the parameters, and reports those that would not count: a limit that is no string of digits,
 * an unknown or repeated name. Written again, what was understood has to be the same text.
 * @param {string} text
 * @param {(fault: string) => void} onFault
 */
function readParameters(text, onFault) {
  const parsed = text.startsWith('# {') ? parseJson(text.slice(2)) : undefined;
  const stated = property(parsed, 'pools');
  const netFund = readAmount(parsed, 'netFund');
  if (!Array.isArray(stated) || netFund === undefined)
    throw new UnreadableFile('This is not an exported allocation: its first line must be # and the parameters.');
  const engine = Number(property(parsed, 'engine'));
  if (engine !== knownEngine)
    throw new UnreadableFile(`Use the version of Redress with engine ${engine}. This one knows engine ${knownEngine}.`);
  const pools = stated.map(readPool);
  /** @type {(name: string, value: unknown) => unknown} */
  const writeAmount = (_name, value) => (typeof value === 'bigint' ? String(value) : value);
  const understood = JSON.stringify({ engine, netFund, origin: property(parsed, 'origin'), pools }, writeAmount);
  // Line 2 tells of other line ends.
  if (text.replace(/\r$/, '') !== `# ${understood}`)
    onFault(`Line 1 has parameters that do not count. What counts is # ${understood}`);
  return { netFund, pools };
}

/** @param {string} json @returns {unknown} */
function parseJson(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * Its names are in the order of the file.
 * @param {unknown} pool
 * @returns {Pool}
 */
function readPool(pool) {
  return {
    cap: readAmount(pool, 'cap'),
    capMultiple: readAmount(pool, 'capMultiple'),
    floor: readAmount(pool, 'floor'),
    floors: readText(pool, 'floors'),
    id: readText(pool, 'id') ?? '',
    minimum: readAmount(pool, 'minimum'),
    overflow: readText(pool, 'overflow'),
    share: Number(property(pool, 'share')),
  };
}

/** @param {unknown} object @param {string} name */
function readText(object, name) {
  const text = property(object, name);
  return typeof text === 'string' ? text : undefined;
}

/** @param {unknown} object @param {string} name */
function readAmount(object, name) {
  const text = readText(object, name);
  return text !== undefined && /^\d+$/.test(text) ? BigInt(text) : undefined;
}
