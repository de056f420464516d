import { hydrateIsland } from '../../islands/hydrate-island.ts';
import { loadLoginIsland } from '../../login/load-login-island.tsx';

void hydrateIsland(loadLoginIsland);
