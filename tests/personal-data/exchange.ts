/** What of a request and its answer could end up in somebody's log. */
export interface Exchange {
  readonly url: string;
  readonly referer: string;
  readonly location: string;
  /** The problem document that was answered; empty when none was. */
  readonly problem: string;
}
