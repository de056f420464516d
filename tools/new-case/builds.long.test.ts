import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readJson, root } from '../project.mjs';
import { forms } from './questions.mjs';

const name = 'new-case-build-test';
const packageFile = join(root, 'content/package.json');
const packageBefore = readFileSync(packageFile, 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'new-case-builds-'));

afterEach(() => {
  writeFileSync(packageFile, packageBefore);
  const made = [`content/${name}`, `apps/site/dist/settlements/${name}`, `packages/documents/dist/${name}`];
  for (const path of [folder, ...made.map((one) => join(root, one))]) rmSync(path, { recursive: true, force: true });
  rmSync(join(root, `.cache/site-build-${name}`), { force: true });
});

const run = (file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string =>
  execFileSync(process.execPath, [join(root, file), ...args], {
    cwd: root,
    // Without what Vitest sets, which a build would take as its own.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    encoding: 'utf8',
  });

test('a settlement with all forms in two languages is written, passes types and lint, and builds', () => {
  const answers = { forms: Object.keys(forms), languages: ['en', 'es'], folder: name };
  const file = join(folder, 'answers.json');
  const larkhaven = readJson(join(root, 'content/larkhaven/answers.json'));
  writeFileSync(file, JSON.stringify(Object.assign({}, larkhaven, answers)));
  expect(run('tools/new-case.mjs', ['--answers', file])).toContain(`CONTENT=${name} npm start`);
  run('node_modules/typescript/bin/tsc', ['-b', 'content']);
  run('node_modules/oxlint/bin/oxlint', ['--type-aware', `content/${name}`]);
  run('node_modules/oxfmt/bin/oxfmt', ['--check', `content/${name}`]);
  run('tools/build-site.mjs', [], { CONTENT: name });
  const page = readFileSync(
    join(root, `apps/site/dist/settlements/${name}/client/es/data-incident-claim/index.html`),
    'utf8',
  );
  expect(page).toContain('Formulario de reclamo por el incidente de datos');
}, 600_000);
