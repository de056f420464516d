import { hydrateIsland } from '../../frame/hydrate-island.ts';
import { CompleteIsland } from '../../islands/complete-island.tsx';
import type { Data } from './+data.ts';

void hydrateIsland<Data>((data) => <CompleteIsland {...data} />);
