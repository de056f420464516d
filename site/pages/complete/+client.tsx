import { hydrateIsland } from '../../frame/hydrate-island.ts';
import { CompleteIsland } from '../../islands/complete-island.tsx';
import { loadTexts } from '../../texts/load-texts.ts';
import type { IslandData } from './+data.ts';

void hydrateIsland<IslandData>(async (island) => (
  <CompleteIsland {...island} texts={await loadTexts(island.page.language ?? 'en')} />
));
