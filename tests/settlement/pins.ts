import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentFolder } from '@redress/content/folders';
import type { Form } from '@redress/forms/definition';

/**
 * The file that `npm run forms:pin` writes: the hash of each published definition, by
 * `<id>.v<version>`, and the error messages corrected since then, the current message by the
 * published one (docs/decisions/0019-pinned-definitions.md).
 */
export interface Pins {
  readonly hashes: Readonly<Record<string, string>>;
  readonly correctedMessages: Readonly<Record<string, string>>;
}

/** The name of a definition's file, without `.ts`. */
export const nameOf = ({ id, version }: Form): string => `${id}.v${String(version)}`;

export const pinsFile = join(contentFolder, 'forms/published.json');

/** Undefined until the settlement's forms are pinned. */
export function readPins(): Pins | undefined {
  const parse: (json: string) => Pins = JSON.parse;
  return existsSync(pinsFile) ? parse(readFileSync(pinsFile, 'utf8')) : undefined;
}

/**
 * SHA-256 of a definition's canonical JSON as it was published: its corrected error messages are
 * restored first.
 */
export function pinOf(form: Form, corrected: Pins['correctedMessages']): string {
  const published = new Map(Object.entries(corrected).map(([before, now]) => [now, before]));
  const canonical = JSON.stringify(form, (_key, part: unknown): unknown => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const isErrorMessage = 'rule' in part || 'rows' in part || 'than' in part;
    const entries = Object.entries(part).map(([key, value]: [string, unknown]): [string, unknown] => [
      key,
      isErrorMessage && key === 'message' ? (published.get(String(value)) ?? value) : value,
    ]);
    return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
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
export function pinForms(forms: readonly Form[], before: Pins | undefined, again: readonly string[]): PinChange {
  const { hashes = {}, correctedMessages = {} } = before ?? {};
  const current = Object.fromEntries(forms.map((form) => [nameOf(form), pinOf(form, correctedMessages)]));
  const isDifferent = (name: string) => hashes[name] !== current[name];
  const allowed = (name: string) => hashes[name] === undefined || again.includes(name);
  const pinned = Object.keys(current).filter((name) => isDifferent(name) && allowed(name));
  const changed = forms.filter((form) => isDifferent(nameOf(form)) && !allowed(nameOf(form)));
  const gone = Object.keys(hashes).filter((name) => current[name] === undefined);
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
export function changeOf(form: Form): string {
  const name = nameOf(form);
  const next = nameOf({ ...form, version: form.version + 1 });
  return (
    `forms/${name}.ts has changed since it was pinned, or a fact or list that it uses. Undo the change and make it in a new version, ` +
    `forms/${next}.ts. A corrected error message belongs in correctedMessages of forms/published.json. ` +
    `If the website is not public yet, pin the form again: npm run forms:pin -- --again ${name}`
  );
}
