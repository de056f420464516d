import type { ReactElement } from 'react';
import { loadForm } from '../entries/form-definitions.ts';
import { loadFormMessages } from '../messages/load-form-messages.ts';
import type { LoginIslandData } from '../islands/island-data.ts';
import { LoginIsland } from './login-island.tsx';

/** The island of a login page; `loadFormIsland` says why it stands apart. */
export async function loadLoginIsland(data: LoginIslandData): Promise<ReactElement> {
  const language = data.page.language ?? 'en';
  const [form, messages] = await Promise.all([loadForm(data.page.form, language), loadFormMessages(language)]);
  return <LoginIsland {...data} form={form} messages={messages} />;
}
