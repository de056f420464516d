import { hydrateIsland } from '../../islands/hydrate-island.ts';
import { loadFormIsland } from '../../form/load-form-island.tsx';

void hydrateIsland(loadFormIsland);
