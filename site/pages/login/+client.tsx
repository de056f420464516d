import { loadForm } from '../../entries/form-definitions.ts';
import { hydrateIsland } from '../../frame/hydrate-island.ts';
import { LoginIsland } from '../../islands/login-island.tsx';
import type { IslandData } from './+data.ts';

void hydrateIsland<IslandData>(async (island) => <LoginIsland {...island} form={await loadForm(island.page.form)} />);
