import { hydrateIsland } from '../../frame/hydrate-island.ts';
import { loadLoginIsland } from '../../islands/load-login-island.tsx';

void hydrateIsland(loadLoginIsland);
