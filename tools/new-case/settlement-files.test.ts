import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkSettlement } from '@redress/contract/check-settlement';
import { formsOf, type Settlement } from '@redress/contract/settlement';
import { weighClaim } from '@redress/contract/weigh-claim';
import { checkForm } from '@redress/forms/check-form';
import { afterAll, describe, expect, test } from 'vitest';
import { property, readJson, root } from '../project.mjs';
import { checkAnswers, forms } from './questions.mjs';
import { makeFiles } from './settlement-files.mjs';

const isLongRun = process.env['LONG_TESTS'] !== undefined;
const content = join(root, 'content');
const larkhaven: unknown = readJson(join(content, 'larkhaven-answers.json'));
/** Generated settlements import from this copy of `content/`. */
const folder = mkdtempSync(join(tmpdir(), 'new-case-'));
mkdirSync(join(folder, 'content'));
cpSync(join(content, 'shared'), join(folder, 'content/shared'), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
afterAll(() => rmSync(folder, { recursive: true }));

const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort();

function write(name: string, files: ReadonlyMap<string, string>): string {
  const path = join(folder, 'content', name);
  for (const [file, text] of files) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  return path;
}

const isSettlement = (value: unknown): value is Settlement => property(value, 'claimForms') !== undefined;

/**
 * Nightly runs try all sets of forms, other runs each form alone and all together. Every set is
 * tried in one and in two languages.
 */
const combinations = Object.keys(forms)
  .reduce<string[][]>((sets, form) => [...sets, ...sets.map((set) => [...set, form])], [[]])
  .filter(({ length }) => length === 1 || length === Object.keys(forms).length || (isLongRun && length > 0))
  .flatMap((set) => [
    { forms: set, languages: ['en'] },
    { forms: set, languages: ['en', 'es'] },
  ]);

describe.each(combinations.map((one, index) => ({ ...one, name: `case-${index}` })))(
  '$forms in $languages',
  ({ name, ...combination }) => {
    const files = makeFiles(checkAnswers(Object.assign({}, larkhaven, combination, { folder: name }), () => false));

    test('has neither markers nor facts of the template', () => {
      const rests =
        /(\/\/|\{\/\*) <\/?[a-z-]+>|example-settlement|Specimen Company|1-800-555-0100|'EXS'|Plantilla|,template/;
      for (const [file, text] of files) expect(text, file).not.toMatch(rests);
    });

    test('imports only what exists', () => {
      for (const [file, text] of files)
        for (const [, path = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
          const target = normalize(join(dirname(file), path));
          const exists = target.startsWith('../shared/')
            ? filesIn(join(content, 'shared')).includes(target.slice('../shared/'.length))
            : files.has(target);
          expect(exists, `${file} imports ${path}`).toBe(true);
        }
    });

    test('fits together', async () => {
      const path = write(name, files);
      const loaded: unknown = await import(pathToFileURL(join(path, 'settlement.ts')).href);
      const settlement = property(loaded, 'settlement');
      if (!isSettlement(settlement)) throw new Error('settlement.ts exports no settlement.');
      expect(checkSettlement(settlement)).toEqual([]);
      const all = [settlement, ...Object.values(settlement.translations ?? {})].flatMap(formsOf);
      expect(all.flatMap(checkForm)).toEqual([]);
      expect(settlement.claimForms.map(({ id }) => id)).toEqual(combination.forms);
      const paid = settlement.claimForms.map(({ id: formId, caseId }) =>
        settlement.funds.map((fund) => weighClaim(fund, settlement, { caseId, formId, recognized: 5_000_000n })),
      );
      expect(paid).toEqual(
        combination.forms.map(() => [{ pool: 'class-members', weight: 5_000_000n, floor: 0n, cap: 50_000n }]),
      );
      expect(settlement.translations !== undefined).toBe(combination.languages.includes('es'));
    });
  },
);
