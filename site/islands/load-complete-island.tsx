import type { ReactElement } from 'react';
import { loadTexts } from '../texts/load-texts.ts';
import { CompleteIsland } from './complete-island.tsx';
import type { CompleteIslandData } from './island-data.ts';

/** The island of a completion page; `loadFormIsland` says why it stands apart. */
export async function loadCompleteIsland(data: CompleteIslandData): Promise<ReactElement> {
  return <CompleteIsland {...data} texts={await loadTexts(data.page.language ?? 'en')} />;
}
