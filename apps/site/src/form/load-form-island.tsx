import type { Language } from '@redress/contract/language';
import type { ClaimForm } from '@redress/forms/definition';
import type { ReactElement } from 'react';
import { loadClaimForm, loadForm } from '../entries/form-definitions.ts';
import { loadComponentsOf } from '../fields/field-view.tsx';
import { loadFormMessages } from '../messages/load-form-messages.ts';
import { FormIsland } from './form-island.tsx';
import type { FormIslandData } from '../islands/island-data.ts';

/** The island of a form page: the same from the same data, whether the build renders it, the server, or the browser. */
export async function loadFormIsland(data: FormIslandData): Promise<ReactElement> {
  const { page, loginPage, timeZone, filing, elsewhere, posted } = data;
  const language = page.language ?? 'en';
  const [form, loginForm, messages, postedPart] = await Promise.all([
    loadWithComponents(page.form, language),
    loginPage && loadForm(loginPage.form, language),
    loadFormMessages(language),
    posted && import('../no-script/no-script-entry.tsx'),
  ]);
  return (
    <FormIsland
      page={page}
      form={form}
      messages={messages}
      timeZone={timeZone}
      expected={filing}
      elsewhere={elsewhere}
      {...(loginPage && loginForm ? { login: { page: loginPage, form: loginForm } } : {})}
      {...(posted && postedPart ? { posted: { form: posted, views: postedPart.postedViews } } : {})}
    />
  );
}

async function loadWithComponents(id: string, language: Language): Promise<ClaimForm> {
  const form = await loadClaimForm(id, language);
  await loadComponentsOf(form);
  return form;
}
