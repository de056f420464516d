import { hydrateIsland } from '../../islands/hydrate-island.ts';

void import('../../login/login-island.tsx').then(({ loadLoginIsland }) => hydrateIsland(loadLoginIsland));
