import { loadForm } from '../../entries/form-definitions.ts';
import { hydrateIsland } from '../../frame/hydrate-island.ts';
import { LoginIsland } from '../../islands/login-island.tsx';
import { loadTexts } from '../../texts/load-texts.ts';
import type { IslandData } from './+data.ts';

void hydrateIsland<IslandData>(async (island) => {
  const language = island.page.language ?? 'en';
  const [form, texts] = await Promise.all([loadForm(island.page.form, language), loadTexts(language)]);
  return <LoginIsland {...island} form={form} texts={texts} />;
});
