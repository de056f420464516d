import { hydrateIsland } from '../../frame/hydrate-island.ts';
import { loadCompleteIsland } from '../../islands/load-complete-island.tsx';

void hydrateIsland(loadCompleteIsland);
