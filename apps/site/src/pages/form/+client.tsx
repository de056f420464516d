import { hydrateIsland } from '../../islands/hydrate-island.ts';

// Imports dynamically, because other pages must be able to share the island's code without running
// this.
void import('../../form/form-island.tsx').then(({ loadFormIsland }) => hydrateIsland(loadFormIsland));
