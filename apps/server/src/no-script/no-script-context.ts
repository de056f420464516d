import type { PageRenderer } from '@redress/contract/page-renderer';
import type { AppContext } from '../context.ts';
import type { SiteFolder } from '../static-site/site-folder.ts';

/** What forms without script need besides what the API needs. */
export interface NoScriptContext extends AppContext {
  readonly folder: SiteFolder;
  readonly pageRenderer: PageRenderer;
}
