/** The parts of a request and its response that could end up in a log. */
export interface Exchange {
  readonly url: string;
  readonly referer: string;
  readonly location: string;
  /** The problem document in the response; empty if there was none. */
  readonly problem: string;
}
