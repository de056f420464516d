import { hydrateIsland } from '../../layout/hydrate-island.ts';
import { CompleteIsland } from '../../completion/complete-island.tsx';
import type { CompleteIslandData } from '../../form/island-data.ts';

void hydrateIsland((data: CompleteIslandData) => <CompleteIsland {...data} />);
