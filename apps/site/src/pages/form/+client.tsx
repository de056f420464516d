import { hydrateIsland } from '../../frame/hydrate-island.ts';
import { loadFormIsland } from '../../islands/load-form-island.tsx';

void hydrateIsland(loadFormIsland);
