import { hydrateIsland } from '../../islands/hydrate-island.ts';

void import('../../form/form-island.tsx').then(({ loadFormIsland }) => hydrateIsland(loadFormIsland));
