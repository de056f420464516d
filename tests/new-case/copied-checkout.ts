import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../tools/project.mjs';

/** A copy of this checkout, in which a settlement can be made and built while others build here. */
export interface CopiedCheckout {
  readonly folder: string;
  /** Runs a program of the copy, and returns what it printed. */
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  remove(): void;
}

const left = ['dist', '.types', '.git', '.cache', 'data', 'test-results'];

/** Copies the sources and the built console. The packages are the checkout's, except the workspaces. */
export function copyCheckout(): CopiedCheckout {
  const folder = mkdtempSync(join(tmpdir(), 'copied-checkout-'));
  const copy = (path: string, filter: (source: string) => boolean = () => true) =>
    cpSync(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true, filter });
  const packages = join(root, 'node_modules');
  copy('', (path) => path !== packages && (!left.includes(basename(path)) || path.includes('node_modules')));
  for (const built of ['apps/console/dist', '.cache/console-build']) copy(built);
  mkdirSync(join(folder, 'node_modules'));
  for (const entry of readdirSync(packages).filter((one) => one !== '@redress'))
    symlinkSync(join(packages, entry), join(folder, 'node_modules', entry));
  // Relative links, which lead to the copied workspaces.
  copy('node_modules/@redress');
  return {
    folder,
    async run(program, args, env = {}) {
      const running = promisify(execFile)(process.execPath, [join(folder, program), ...args], {
        cwd: folder,
        // Without what Vitest sets, which a build would take as its own.
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: tmpdir(), ...env },
        maxBuffer: 50_000_000,
      });
      try {
        return (await running).stdout;
      } catch (error) {
        // Playwright says only there what failed.
        const output = error instanceof Error && 'stdout' in error ? String(error.stdout).slice(-20_000) : '';
        throw new Error(`${program} failed:\n${output}`, { cause: error });
      }
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
