import type { OnBeforeRouteSync } from 'vike/types';
import { readDatedUrl } from '../routing/dated-urls.ts';

declare global {
  namespace Vike {
    interface PageContext {
      /** The day in the court’s time zone (`YYYY-MM-DD`) for which the page is rendered. */
      day: string;
    }
  }
}

/** `/~2025-06-03/notice` is `/notice` as of that day. Routes do not see the day. */
export const onBeforeRoute: OnBeforeRouteSync = (pageContext) => {
  const { day, path } = readDatedUrl(pageContext.urlPathname);
  return { pageContext: { day, urlLogical: path } };
};
