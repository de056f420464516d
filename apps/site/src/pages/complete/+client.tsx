import { hydrateIsland } from '../../frame/hydrate-island.ts';
import { CompleteIsland } from '../../islands/complete-island.tsx';
import type { CompleteIslandData } from '../../islands/island-data.ts';

void hydrateIsland((data: CompleteIslandData) => <CompleteIsland {...data} />);
