import { hydrateIsland } from '../../islands/hydrate-island.ts';

void import('../../lost-ids/id-request-island.tsx').then(({ loadIdRequestIsland }) =>
  hydrateIsland(loadIdRequestIsland),
);
