/** Where prerendering puts a page as of each day: the last at its own address, the others where nobody is sent (`build/page-variants.ts`). */
export declare function urlsOverTime(
  path: string,
  changesOn: readonly string[],
): readonly {
  readonly from: string;
  readonly url: string;
}[];
/** The day and the page of such an address. */
export declare function readDatedUrl(
  url: string,
  changesOn: readonly string[],
): {
  readonly day: string;
  readonly path: string;
};
