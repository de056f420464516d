import type { Language } from '@redress/contract/language';
import type { ClaimForm, Form } from '@redress/forms/definition';
import { isClaimForm } from '@redress/forms/definition';

/** Each definition and each translation is its own chunk. */
const files = import.meta.glob<Record<string, Form>>([
  '../../../../content/forms/*.v*.ts',
  '!../../../../content/forms/*.test.ts',
]);

/**
 * Loads the newest version of a form. `content/forms/<id>.v<version>.ts` exports it and nothing
 * else; its translation is in `<id>.v<version>.<language>.ts`.
 */
export async function loadForm(id: string, language: Language): Promise<Form> {
  const [newest] = Object.entries(files)
    .flatMap(([path, load]) => {
      const named = parseFileName(path);
      return named?.id === id && named.language === language ? [{ ...named, path, load }] : [];
    })
    .sort((one, other) => other.version - one.version);
  if (!newest) throw new Error(`content/forms has no definition of "${id}" in the language "${language}".`);
  const [form] = Object.values(await newest.load());
  if (form?.id !== id) throw new Error(`${newest.path} does not export the form "${id}".`);
  return form;
}

export async function loadClaimForm(id: string, language: Language): Promise<ClaimForm> {
  const form = await loadForm(id, language);
  if (!isClaimForm(form)) throw new Error(`The form "${id}" takes no claims.`);
  return form;
}

/** `consumer.v1.es.ts` is version 1 of `consumer` in Spanish. */
function parseFileName(path: string) {
  const [, id, version, language = 'en'] = /([^/]+)\.v(\d+)(?:\.(\w+))?\.ts$/.exec(path) ?? [];
  return id === undefined ? undefined : { id, version: Number(version), language };
}
