// Every .mjs file here is plain JavaScript that runs on Node 20 with nothing installed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A command failed as expected, with a one-line message that names the remedy. */
export class PrepareError extends Error {
  /** @override */
  name = 'PrepareError';
}

/**
 * Runs a command's main function. A PrepareError is shown as its line and ends with exit code 1.
 * @param {() => Promise<void>} main
 */
export async function runCommand(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    console.error(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}

/**
 * @param {string} path
 * @returns {unknown}
 */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * Reads a property of a parsed value of any type.
 * @param {unknown} value
 * @param {string} name
 * @returns {unknown}
 */
export function property(value, name) {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/**
 * Hashes the names and contents of files and folders, without installed or generated files.
 * @param {string[]} paths
 */
export function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(listFiles).sort()) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

const madeFolders = new Set(['node_modules', 'dist', '.types', '.vite']);

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  if (!existsSync(path)) return [];
  const entries = readdirSafely(path);
  if (entries === undefined) return [path];
  return entries
    .filter((entry) => !madeFolders.has(entry.name) && !entry.name.endsWith('.tsbuildinfo'))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)]));
}

/**
 * Lists a folder's entries. Undefined for a file.
 * @param {string} path
 */
function readdirSafely(path) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/**
 * Reads the input hash of a step's last run in `.cache/`.
 * @param {string} name
 */
export function readStamp(name) {
  const path = join(root, '.cache', name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/**
 * @param {string} name
 * @param {string} value
 */
export function writeStamp(name, value) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(join(root, '.cache', name), value);
}
