import { hydrateIsland } from '../../islands/hydrate-island.ts';

void import('../../login/after-login-island.tsx').then(({ renderAfterLoginIsland }) =>
  hydrateIsland(renderAfterLoginIsland),
);
