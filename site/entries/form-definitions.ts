import type { ClaimForm, Form } from '@redress/forms/definition';
import { isClaimForm } from '@redress/forms/definition';

/** Each definition is a chunk of its own. Spanish companions (`*.es.ts`) are not definitions. */
const files = import.meta.glob<Record<string, Form>>([
  '../../content/forms/*.v*.ts',
  '!../../content/forms/*.es.ts',
  '!../../content/forms/*.test.ts',
]);

/** The newest version of a form, by its id: the file `content/forms/<id>.v<version>.ts` exports it, and nothing else. */
export async function loadForm(id: string): Promise<Form> {
  const [newest] = Object.entries(files)
    .filter(([path]) => fileName(path).startsWith(`${id}.v`))
    .sort(([a], [b]) => versionOf(b) - versionOf(a));
  if (!newest) throw new Error(`content/forms has no definition of "${id}".`);
  const [form] = Object.values(await newest[1]());
  if (form?.id !== id) throw new Error(`${fileName(newest[0])} does not export the form "${id}".`);
  return form;
}

/** Like `loadForm`, for a form that becomes a claim. */
export async function loadClaimForm(id: string): Promise<ClaimForm> {
  const form = await loadForm(id);
  if (!isClaimForm(form)) throw new Error(`The form "${id}" takes no claims.`);
  return form;
}

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const versionOf = (path: string): number => Number(/\.v(\d+)\.ts$/.exec(path)?.[1]);
