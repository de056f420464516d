import { hydrateIsland } from '../../islands/hydrate-island.ts';

void import('../../completion/completion-island.tsx').then(({ renderCompletionIsland }) =>
  hydrateIsland(renderCompletionIsland),
);
