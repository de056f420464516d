import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { checkSettlement } from '@redress/contract/check-settlement';
import { formsOf, type Settlement } from '@redress/contract/settlement';
import { checkForm } from '@redress/forms/check-form';
import { loadModule } from './load-content.ts';

const root = join(import.meta.dirname, '../../..');
/** Files that the program imports by name. */
const fixedFiles = ['settlement.ts', 'site.ts', 'documents.ts'];
/** Only where a form takes data files. */
const dataRulesFile = 'data-rules.ts';

/**
 * The mistakes in a settlement's folder: sentences that name the file, the place in it and the
 * remedy. `folder` is a folder of `content/`.
 */
export async function findMistakes(folder: string): Promise<string[]> {
  const ofContent = `content${sep}`;
  const nameOf = (path: string) => {
    const inContent = join('content', relative(dirname(folder), path));
    return (inContent.startsWith(ofContent) ? inContent : relative(root, path)).replaceAll(sep, '/');
  };
  const missing = fixedFiles.filter((file) => !existsSync(join(folder, file)));
  if (missing.length > 0)
    return missing.map((file) => `${nameOf(join(folder, file))} is missing; the program needs a file of this name.`);
  const formFiles = readdirSync(join(folder, 'forms')).filter(
    (file) => /\.v\d+(?:\.\w\w)?\.ts$/.test(file) && !file.endsWith('.test.ts'),
  );
  const problems: string[] = [];
  let settlement: unknown;
  const hasDataRules = existsSync(join(folder, dataRulesFile));
  const files = [
    ...formFiles.map((name) => join('forms', name)),
    ...fixedFiles,
    ...(hasDataRules ? [dataRulesFile] : []),
  ];
  for (const file of files) {
    const loaded = await loadModule(join(folder, file), nameOf);
    if ('problems' in loaded) problems.push(...loaded.problems);
    else if (file === 'settlement.ts') settlement = loaded.exports['settlement'];
  }
  if (problems.length === 0 && isSettlement(settlement)) {
    const inEveryLanguage = [settlement, ...Object.values(settlement.translations ?? {})];
    for (const form of inEveryLanguage.flatMap(formsOf)) {
      const language = form.language === undefined ? '' : `.${form.language}`;
      const file = nameOf(join(folder, `forms/${form.id}.v${form.version}${language}.ts`));
      problems.push(...checkForm(form).map((problem) => `${file}: ${problem}`));
    }
    problems.push(...checkSettlement(settlement));
    if (settlement.dataRules && !hasDataRules)
      problems.push(`${nameOf(join(folder, dataRulesFile))} is missing: write the rules for data files there.`);
  }
  return [...new Set(problems)];
}

function isSettlement(value: unknown): value is Settlement {
  return typeof value === 'object' && value !== null;
}
