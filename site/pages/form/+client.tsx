import { loadClaimForm, loadForm } from '../../entries/form-definitions.ts';
import { hydrateIsland } from '../../frame/hydrate-island.ts';
import { FormIsland } from '../../islands/form-island.tsx';
import type { IslandData } from './+data.ts';

void hydrateIsland<IslandData>(async ({ page, loginPage, timeZone, filing }) => {
  const [form, loginForm] = await Promise.all([loadClaimForm(page.form), loginPage && loadForm(loginPage.form)]);
  const login = loginPage && loginForm ? { login: { page: loginPage, form: loginForm } } : {};
  return <FormIsland page={page} form={form} timeZone={timeZone} expected={filing} {...login} />;
});
