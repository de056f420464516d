import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readJson, root } from '../project.mjs';
import { forms } from './questions.mjs';

const name = 'new-case-build-test';
/** A copy, because other tests build in the checkout at the same time. */
const copy = mkdtempSync(join(tmpdir(), 'new-case-builds-'));
afterAll(() => rmSync(copy, { recursive: true }));

/** Copies the sources. The packages are the checkout's, except the workspaces. */
function copyCheckout(): void {
  const packages = join(root, 'node_modules');
  const left = ['dist', '.types', '.git', '.cache', 'data', 'test-results'];
  const isSource = (path: string) => !left.includes(basename(path)) || path.includes('node_modules');
  const filter = (path: string) => path !== packages && isSource(path);
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true, filter });
  mkdirSync(join(copy, 'node_modules'));
  for (const entry of readdirSync(packages).filter((one) => one !== '@redress'))
    symlinkSync(join(packages, entry), join(copy, 'node_modules', entry));
  // Relative links, which lead to the copied workspaces.
  cpSync(join(packages, '@redress'), join(copy, 'node_modules/@redress'), { recursive: true, verbatimSymlinks: true });
}

const run = (file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string =>
  execFileSync(process.execPath, [join(copy, file), ...args], {
    cwd: copy,
    // Without what Vitest sets, which a build would take as its own.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    encoding: 'utf8',
  });

test('a settlement with all forms in two languages is written, passes types and lint, and builds', () => {
  copyCheckout();
  const answers = { forms: Object.keys(forms), languages: ['en', 'es'], folder: name };
  const file = join(copy, 'answers.json');
  const larkhaven = readJson(join(root, 'content/larkhaven/answers.json'));
  writeFileSync(file, JSON.stringify(Object.assign({}, larkhaven, answers)));
  expect(run('tools/new-case.mjs', ['--answers', file])).toContain(`CONTENT=${name} npm start`);
  run('node_modules/typescript/bin/tsc', ['-b', 'content']);
  run('node_modules/oxlint/bin/oxlint', ['--type-aware', `content/${name}`]);
  run('node_modules/oxfmt/bin/oxfmt', ['--check', `content/${name}`]);
  run('tools/build-site.mjs', [], { CONTENT: name });
  const page = join(copy, `apps/site/dist/settlements/${name}/client/es/data-incident-claim/index.html`);
  expect(readFileSync(page, 'utf8')).toContain('Formulario de reclamo por el incidente de datos');
}, 600_000);
