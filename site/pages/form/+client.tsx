import { loadClaimForm, loadForm } from '../../entries/form-definitions.ts';
import { hydrateIsland } from '../../frame/hydrate-island.ts';
import { FormIsland } from '../../islands/form-island.tsx';
import { loadTexts } from '../../texts/load-texts.ts';
import type { IslandData } from './+data.ts';

void hydrateIsland<IslandData>(async ({ page, loginPage, timeZone, filing }) => {
  const language = page.language ?? 'en';
  const [form, loginForm, texts] = await Promise.all([
    loadClaimForm(page.form, language),
    loginPage && loadForm(loginPage.form, language),
    loadTexts(language),
  ]);
  const login = loginPage && loginForm ? { login: { page: loginPage, form: loginForm } } : {};
  return <FormIsland page={page} form={form} texts={texts} timeZone={timeZone} expected={filing} {...login} />;
});
