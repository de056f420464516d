import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { environmentOf } from '../../tools/content.mjs';
import { findBrowser } from '../../tools/find-browser.mjs';
import { forms } from '../../tools/new-case/questions.mjs';
import { readJson, root } from '../../tools/project.mjs';
import { isLongRun } from '../setup/long-tests.ts';
import { copyCheckout } from './copied-checkout.ts';

const larkhaven = 'content/larkhaven-answers.json';
/** Tests that show that a settlement without a login, Spanish and data files fits together. */
const everyTime = ['bundles', 'pins', 'privacy-policy', 'prose', 'rule-tables'];

/** A copied checkout until the end of the test. */
function openCopy() {
  const checkout = copyCheckout();
  onTestFinished(() => checkout.remove());
  return checkout;
}

test('the settlement of the guide is made from its answers, built and checked, and takes a claim', async () => {
  const { folder, run } = openCopy();
  const env = { ...environmentOf('larkhaven'), CHROMIUM_PATH: await findBrowser() };
  expect(await run('tools/new-case.mjs', ['--answers', larkhaven])).toContain('content/larkhaven/ has 24 files');
  await run('node_modules/oxfmt/bin/oxfmt', ['--check', 'content/larkhaven']);
  await run('tools/build-site.mjs', [], env);
  await run('tests/settlement/write-rule-tables.ts', [], env);
  const rules = readFileSync(join(folder, 'content/larkhaven/forms/data-incident.v1.rules.md'), 'utf8');
  expect(rules).toMatch(/^\| `5\.25` \| Enter 5 hours or less.* \|$/m);
  const unit = isLongRun ? [] : everyTime.map((name) => `tests/settlement/${name}.test.ts`);
  const database = isLongRun ? {} : { TEST_DATABASE: 'off' };
  await run('node_modules/vitest/vitest.mjs', ['run', ...unit], { ...env, ...database });
  const inBrowser = isLongRun ? [] : ['settlement/filing.spec.ts', '--grep=with script|the total of'];
  const playwright = ['test', '--config=tests/playwright.config.ts', '--reporter=list', ...inBrowser];
  expect(await run('node_modules/@playwright/test/cli.js', playwright, env)).toMatch(/\d passed/);
}, 900_000);

test.runIf(isLongRun)(
  'a settlement with all forms in two languages passes types and lint, and builds',
  async () => {
    const { folder, run } = openCopy();
    const name = 'new-case-build-test';
    const answers = { forms: Object.keys(forms), languages: ['en', 'es'], folder: name };
    const file = join(folder, 'answers.json');
    writeFileSync(file, JSON.stringify(Object.assign({}, readJson(join(root, larkhaven)), answers)));
    expect(await run('tools/new-case.mjs', ['--answers', file])).toContain(`CONTENT=${name} npm start`);
    await run('node_modules/typescript/bin/tsc', ['-b', 'content']);
    await run('node_modules/oxlint/bin/oxlint', ['--type-aware', `content/${name}`]);
    await run('node_modules/oxfmt/bin/oxfmt', ['--check', `content/${name}`]);
    await run('tools/build-site.mjs', [], { CONTENT: name });
    const page = join(folder, `apps/site/dist/settlements/${name}/client/es/data-incident-claim/index.html`);
    expect(readFileSync(page, 'utf8')).toContain('Formulario de reclamo por el incidente de datos');
  },
  900_000,
);
