import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GaugeReading } from './gauge-reading.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const commitPattern = /^[0-9a-f]{7,64}$/;

/** The release that runs. Its commit comes from a packed release or a Git checkout. */
export function readBuildInfo(): GaugeReading {
  const { version, gitHead } = parseManifest(readFileSync(`${root}package.json`, 'utf8'));
  const commit = gitHead ?? readCommit() ?? 'unknown';
  const labels = { version, commit: commitPattern.test(commit) ? commit.slice(0, 12) : 'unknown' };
  return { name: 'redress_build_info', help: 'The release that runs', values: [{ labels, value: 1 }] };
}

/** `gitHead` is npm's name for the commit of a package. `npm run pack:production` writes it. */
const parseManifest: (json: string) => { readonly version: string; readonly gitHead?: string } = JSON.parse;

/** A server does not have the program `git`. Packed references are not read. */
function readCommit(): string | undefined {
  const head = readIfPresent('.git/HEAD');
  const [, reference] = /^ref: (\S+)$/.exec(head ?? '') ?? [];
  return reference === undefined ? head : readIfPresent(`.git/${reference}`);
}

function readIfPresent(file: string): string | undefined {
  return existsSync(`${root}${file}`) ? readFileSync(`${root}${file}`, 'utf8').trim() : undefined;
}
