import type { ReactElement } from 'react';
import { loadForm } from '../entries/form-definitions.ts';
import { loadTexts } from '../messages/load-messages.ts';
import type { LoginIslandData } from '../form/island-data.ts';
import { LoginIsland } from './login-island.tsx';

/** The island of a login page; `loadFormIsland` says why it stands apart. */
export async function loadLoginIsland(data: LoginIslandData): Promise<ReactElement> {
  const language = data.page.language ?? 'en';
  const [form, texts] = await Promise.all([loadForm(data.page.form, language), loadTexts(language)]);
  return <LoginIsland {...data} form={form} texts={texts} />;
}
