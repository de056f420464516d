import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentFolder } from '@redress/content/folders';
import type { Fund } from '@redress/contract/funds';
import { fileOfLetter, type LetterKind, letterKinds, type LetterTemplate } from '@redress/contract/letters';
import type { Settlement, SettlementTranslation } from '@redress/contract/settlement';
import type { Form } from '@redress/forms/definition';

/**
 * The file that `npm run forms:pin` writes: the hash of each published form, by `<id>.v<version>`,
 * of each letter, by its file, and of each fund’s plan of allocation; and the error messages
 * corrected since then, the current message by the published one
 * (docs/decisions/0019-pinned-definitions.md).
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
const isFund = (name: string): boolean => name.startsWith('funds/');

type Definition = Form | Letter | Fund;

/**
 * The name of a definition's pin: a form's or letter's file, without `forms/` and `.ts`, and
 * `funds/<id>.v<version>`.
 */
export function nameOf(definition: Definition, later = 0): string {
  if ('template' in definition)
    return fileOfLetter(definition.kind, definition.template.version + later, definition.language).replace(/\.ts$/, '');
  return `${'pools' in definition ? 'funds/' : ''}${definition.id}.v${definition.version + later}`;
}

/** Names the place of a definition: its file, or the fund in `funds.ts`. */
const placeOf = (name: string): string =>
  isFund(name)
    ? `funds.ts, ${name.replace(/^funds\/(.+)\.v(\d+)$/, 'version $2 of "$1"')}`
    : isLetter(name)
      ? `${name}.ts`
      : `forms/${name}.ts`;

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
export function pinOf(definition: Definition, corrected: Pins['correctedMessages']): string {
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

const withoutVersion = (name: string): string => name.replace(/\.v\d+$/, '');

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
  definitions: readonly Definition[],
  before: Pins | undefined,
  again: readonly string[],
): PinChange {
  const { hashes = {}, correctedMessages = {} } = before ?? {};
  const current = Object.fromEntries(definitions.map((one) => [nameOf(one), pinOf(one, correctedMessages)]));
  const isDifferent = (name: string) => hashes[name] !== current[name];
  const allowed = (name: string) => hashes[name] === undefined || again.includes(name);
  const pinned = Object.keys(current).filter((name) => isDifferent(name) && allowed(name));
  const changed = definitions.filter((one) => isDifferent(nameOf(one)) && !allowed(nameOf(one)));
  // The pin of an earlier letter or plan stays, so that nothing else takes its version.
  const hasSuccessor = (name: string) =>
    isLetter(name) ||
    (isFund(name) && Object.keys(current).some((one) => withoutVersion(one) === withoutVersion(name)));
  const gone = Object.keys(hashes).filter((name) => current[name] === undefined && !hasSuccessor(name));
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
        .map((name) =>
          isFund(name)
            ? `${placeOf(name)}, is pinned, but "funds" does not list it. Allocations refer to it: list it again. ` +
              `If there are none, remove its pin: npm run forms:pin -- --again ${name}`
            : `${placeOf(name)} is pinned, but claimForms in settlement.ts does not list it. Filed claims refer to it: list it again. ` +
              `If nobody has filed it, remove its pin: npm run forms:pin -- --again ${name}`,
        ),
    ],
  };
}

/** Says that a definition is not as it was published, and what to do. */
export function changeOf(definition: Definition): string {
  const name = nameOf(definition);
  return (
    `${placeOf(name)} has changed since it was pinned, or a fact or list that it uses. Undo the change and make it in a new version, ` +
    `${placeOf(nameOf(definition, 1))}. ` +
    (isLetter(name) || isFund(name)
      ? ''
      : 'A corrected error message belongs in correctedMessages of forms/published.json. ') +
    `If the website is not public yet, pin it again: npm run forms:pin -- --again ${name}`
  );
}
