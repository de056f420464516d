import { site } from '@redress/content/site';
import type { OnBeforeRouteSync } from 'vike/types';
import { readDatedUrl } from '../dates/dated-url.ts';

declare global {
  namespace Vike {
    interface PageContext {
      /** The day of the court (`YYYY-MM-DD`) that the page is rendered for. */
      day: string;
    }
  }
}

/** `/~2025-06-03/notice` is the page `/notice` as it stands on that day: no route below sees the day. */
export const onBeforeRoute: OnBeforeRouteSync = (pageContext) => {
  const { day, path } = readDatedUrl(pageContext.urlPathname, site.changesOn);
  return { pageContext: { day, urlLogical: path } };
};
