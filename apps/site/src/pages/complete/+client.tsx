import { hydrateIsland } from '../../islands/hydrate-island.ts';
import { CompleteIsland } from '../../completion/completion-island.tsx';
import type { CompleteIslandData } from '../../islands/island-data.ts';

void hydrateIsland((data: CompleteIslandData) => <CompleteIsland {...data} />);
