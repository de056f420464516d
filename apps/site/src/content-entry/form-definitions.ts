import type { Language } from '@redress/contract/language';
import { type ClaimForm, type Form, isClaimForm } from '@redress/forms/definition';

/** Each definition and each translation is a separate chunk and exports only the form. */
const files = import.meta.glob<Record<string, Form>>([
  '@redress/content/forms/*.v*.ts',
  '!@redress/content/forms/*.test.ts',
]);

/** Loads the newest version: `<id>.v<version>.ts`, or `<id>.v<version>.<language>.ts`. */
export async function loadForm(id: string, language: Language): Promise<Form> {
  const pattern = new RegExp(`/${id}\\.v(\\d+)${language === 'en' ? '' : `\\.${language}`}\\.ts$`);
  const versionOf = (path: string) => Number(pattern.exec(path)?.[1] ?? 0);
  const [newest = ''] = Object.keys(files).sort((one, other) => versionOf(other) - versionOf(one));
  const [form] = Object.values((await files[newest]?.()) ?? {});
  if (!versionOf(newest) || form?.id !== id) throw new Error(`No form ${id} (${language})`);
  return form;
}

export async function loadClaimForm(id: string, language: Language): Promise<ClaimForm> {
  const form = await loadForm(id, language);
  if (!isClaimForm(form)) throw new Error(`${id} is not a claim form`);
  return form;
}
