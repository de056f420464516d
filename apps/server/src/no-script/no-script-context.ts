import type { PageDrawer } from '@redress/contract/page-renderer';
import type { AppContext } from '../context.ts';
import type { SiteFolder } from '../static-site/site-folder.ts';

/** What forms without script need besides what the API needs. */
export interface NoScriptContext extends AppContext {
  readonly publicUrl: URL;
  readonly folder: SiteFolder;
  /** Without it nothing can be answered, and nothing is taken. */
  readonly drawer: PageDrawer | undefined;
}
