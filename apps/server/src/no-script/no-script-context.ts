import type { PageDrawer } from '@redress/contract/page-drawer';
import type { Room } from '../room.ts';
import type { SiteFolder } from '../site/site-folder.ts';

/** What forms without script need besides what the API needs. */
export interface PostedRoom extends Room {
  readonly publicUrl: URL;
  readonly folder: SiteFolder;
  /** Without it nothing can be answered, and nothing is taken. */
  readonly drawer: PageDrawer | undefined;
}
