import { hydrateIsland } from '../../islands/hydrate-island.ts';

void import('../../shared-computer/log-out-island.tsx').then(({ renderLogOutIsland }) =>
  hydrateIsland(renderLogOutIsland),
);
