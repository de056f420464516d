/** The first day of every stretch of time in which no page changes; each is rendered as of that day. */
export declare function firstDays(changesOn: readonly string[]): readonly string[];
/** The address that a page is rendered under as of a day: `/~2025-06-03/notice`. Nobody is sent there (`build/page-variants.ts`). */
export declare function datedUrl(day: string, path: string): string;
/** The parts of `datedUrl`; a page under its own address is rendered as of the last change. */
export declare function readDatedUrl(
  url: string,
  changesOn: readonly string[],
): {
  readonly day: string;
  readonly path: string;
};
/** Where prerendering puts a page as of each day: the plain address is the last. */
export declare function urlsOverTime(
  path: string,
  changesOn: readonly string[],
): readonly {
  readonly from: string;
  readonly url: string;
}[];
