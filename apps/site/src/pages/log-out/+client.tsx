import { hydrateIsland } from '../../islands/hydrate-island.ts';

// Imports dynamically, because other pages must be able to share the island's code without running
// this.
void import('../../shared-computer/log-out-island.tsx').then(({ renderLogOutIsland }) =>
  hydrateIsland(renderLogOutIsland),
);
