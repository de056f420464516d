import { nearestName } from '@redress/forms/nearest-name';
import { textsOfLetter } from './letter-texts.ts';
import {
  fileOfLetter,
  kindsWithFiles,
  kindsWithReasons,
  type LetterKind,
  letterKinds,
  letterPlaceholders,
  type LetterTemplate,
  placeholdersOf,
} from './letters.ts';
import type { Settlement } from './settlement.ts';

/** Checks that each letter has the placeholders and lists of its kind, and no others. */
export function checkLetters({ letters }: Settlement): string[] {
  return letterKinds.flatMap((kind) => checkLetter(kind, letters[kind], 'en'));
}

/** Checks that translated letters match the English ones. */
export function checkTranslatedLetters({ letters, translations = {} }: Settlement): string[] {
  return Object.entries(translations).flatMap(([language, parts]) =>
    letterKinds.flatMap((kind) => {
      const [original, translation] = [letters[kind], parts.letters[kind]];
      const file = fileOfLetter(kind, translation.version, language);
      if (translation.version !== original.version)
        return [
          `${file}: it is version ${translation.version}, and the English letter is version ${original.version}; translate that one.`,
        ];
      const problems = checkLetter(kind, translation, language);
      return problems.length > 0
        ? problems
        : compareWithOriginal(original, translation).map((one) => `${file}: ${one}.`);
    }),
  );
}

function checkLetter(kind: LetterKind, template: LetterTemplate, language: string): string[] {
  const { needs, allows } = placeholdersOf[kind];
  const known = [...new Set<string>([...needs, ...allows])];
  const used = placeholdersIn(template);
  const unknown = used.filter((name) => !known.includes(name));
  const misspelled = unknown.map((name) => nearestName(name, known));
  const lists = [
    ['reasons', kindsWithReasons, 'the reasons of the decision'],
    ['files', kindsWithFiles, 'the files that the claimant sent'],
  ] as const;
  const problems = [
    ...unknown.map((name, index) => {
      const near = misspelled[index];
      const remedy = near === undefined ? `use one of ${known.map(inBraces).join(', ')}` : `write ${inBraces(near)}`;
      return `this kind of letter has no ${inBraces(name)}; ${remedy}`;
    }),
    ...textsOfLetter(template)
      .filter((text) => /[{}]/.test(text.replaceAll(placeholder, '')))
      .map((text) => `the braces in "${text}" are no placeholder; write one such as {due}`),
    ...needs
      .filter((name) => !used.includes(name) && !misspelled.includes(name))
      .map((name) => `it must name ${letterPlaceholders[name]}; add ${inBraces(name)}`),
    ...lists.flatMap(([list, kinds, what]) => {
      const has = template.body.some((part) => typeof part === 'object' && list in part);
      if (has === kinds.includes(kind)) return [];
      return has
        ? [`this kind of letter has no ${list}; remove { ${list}: 'all' }`]
        : [`it must list ${what}; add { ${list}: 'all' }`];
    }),
  ];
  return problems.map((problem) => `${fileOfLetter(kind, template.version, language)}: ${problem}.`);
}

function compareWithOriginal(original: LetterTemplate, translation: LetterTemplate): string[] {
  const originals = textsOfLetter(original);
  const [before, after] = [placeholdersIn(original), placeholdersIn(translation)];
  const differences = [...before, ...after].filter((name) => !before.includes(name) || !after.includes(name));
  return [
    ...differences.map((name) =>
      before.includes(name)
        ? `the English letter has ${inBraces(name)}; add it here`
        : `the English letter does not have ${inBraces(name)}; remove it here, or add it there`,
    ),
    ...textsOfLetter(translation)
      .filter((text) => originals.includes(text) && /\p{L}/u.test(text.replaceAll(placeholder, '')))
      .map((text) => `"${text}" is not translated; write it in this language`),
  ];
}

const placeholder = /\{(\w+)\}/g;
const inBraces = (name: string): string => `{${name}}`;

const placeholdersIn = (template: LetterTemplate): string[] => [
  ...new Set(
    textsOfLetter(template).flatMap((text) => Array.from(text.matchAll(placeholder), ([, name = '']) => name)),
  ),
];
