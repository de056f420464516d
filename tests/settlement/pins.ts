import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentFolder } from '@redress/content/folders';
import { fileOfLetter, type LetterKind, letterKinds, type LetterTemplate } from '@redress/contract/letters';
import type { Settlement, SettlementTranslation } from '@redress/contract/settlement';
import type { Form } from '@redress/forms/definition';

/**
 * The file that `npm run forms:pin` writes: the hash of each published form, by `<id>.v<version>`,
 * and of each letter, by its file; and the error messages corrected since then, the current message
 * by the published one (docs/decisions/0019-pinned-definitions.md).
 */
export interface Pins {
  readonly hashes: Readonly<Record<string, string>>;
  readonly correctedMessages: Readonly<Record<string, string>>;
}

interface Letter {
  readonly kind: LetterKind;
  readonly language: string;
  readonly template: LetterTemplate;
}
/** Claimants read translated letters, so these are pinned, too. */
export const lettersOf = ({ letters, translations = {} }: Pick<Settlement, 'letters' | 'translations'>): Letter[] =>
  Object.entries<Pick<SettlementTranslation, 'letters'>>({ en: { letters }, ...translations }).flatMap(
    ([language, parts]) => letterKinds.map((kind) => ({ kind, language, template: parts.letters[kind] })),
  );
const isLetter = (name: string): boolean => name.startsWith('letters/');

/** The name of a definition's pin: its file, without `forms/` and `.ts`. */
export const nameOf = (definition: Form | Letter, later = 0): string =>
  'template' in definition
    ? fileOfLetter(definition.kind, definition.template.version + later, definition.language).replace(/\.ts$/, '')
    : `${definition.id}.v${definition.version + later}`;

const fileOf = (name: string): string => (isLetter(name) ? `${name}.ts` : `forms/${name}.ts`);

export const pinsFile = join(contentFolder, 'forms/published.json');

/** Undefined until the settlement's forms and letters are pinned. */
export function readPins(): Pins | undefined {
  const parse: (json: string) => Pins = JSON.parse;
  return existsSync(pinsFile) ? parse(readFileSync(pinsFile, 'utf8')) : undefined;
}

/**
 * SHA-256 of a definition's canonical JSON as it was published: its corrected error messages are
 * restored first.
 */
export function pinOf(definition: Form | Letter, corrected: Pins['correctedMessages']): string {
  const published = new Map(Object.entries(corrected).map(([before, now]) => [now, before]));
  const canonical = JSON.stringify(
    'template' in definition ? definition.template : definition,
    (_key, part: unknown): unknown => {
      if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
      const isErrorMessage = 'rule' in part || 'rows' in part || 'than' in part;
      const entries = Object.entries(part).map(([key, value]: [string, unknown]): [string, unknown] => [
        key,
        isErrorMessage && key === 'message' ? (published.get(String(value)) ?? value) : value,
      ]);
      return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
    },
  );
  return createHash('sha256').update(canonical).digest('hex');
}

interface PinChange {
  readonly pins: Pins;
  readonly pinned: readonly string[];
  /** A sentence for each definition that is not as it was published. */
  readonly refused: readonly string[];
}

/**
 * Pins definitions that have no pin yet, and the named ones again; never another definition that
 * has changed.
 */
export function pinDefinitions(
  definitions: readonly (Form | Letter)[],
  before: Pins | undefined,
  again: readonly string[],
): PinChange {
  const { hashes = {}, correctedMessages = {} } = before ?? {};
  const current = Object.fromEntries(definitions.map((one) => [nameOf(one), pinOf(one, correctedMessages)]));
  const isDifferent = (name: string) => hashes[name] !== current[name];
  const allowed = (name: string) => hashes[name] === undefined || again.includes(name);
  const pinned = Object.keys(current).filter((name) => isDifferent(name) && allowed(name));
  const changed = definitions.filter((one) => isDifferent(nameOf(one)) && !allowed(nameOf(one)));
  // An earlier letter's pin stays, so that nothing else takes its version.
  const gone = Object.keys(hashes).filter((name) => current[name] === undefined && !isLetter(name));
  return {
    pins: {
      hashes: {
        ...Object.fromEntries(Object.entries(hashes).filter(([name]) => !gone.includes(name) || !again.includes(name))),
        ...Object.fromEntries(pinned.map((name) => [name, current[name] ?? ''])),
      },
      correctedMessages,
    },
    pinned,
    refused: [
      ...changed.map(changeOf),
      ...gone
        .filter((name) => !again.includes(name))
        .map(
          (name) =>
            `forms/${name}.ts is pinned, but claimForms in settlement.ts does not list it. Filed claims refer to it: list it again. ` +
            `If nobody has filed it, remove its pin: npm run forms:pin -- --again ${name}`,
        ),
    ],
  };
}

/** Says that a definition is not as it was published, and what to do. */
export function changeOf(definition: Form | Letter): string {
  const name = nameOf(definition);
  return (
    `${fileOf(name)} has changed since it was pinned, or a fact or list that it uses. Undo the change and make it in a new version, ` +
    `${fileOf(nameOf(definition, 1))}. ` +
    (isLetter(name) ? '' : 'A corrected error message belongs in correctedMessages of forms/published.json. ') +
    `If the website is not public yet, pin it again: npm run forms:pin -- --again ${name}`
  );
}
