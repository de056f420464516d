import type { Failure, View } from './messages.ts';
import type { PictureSize } from './picture-size.ts';

/** A document that can be shown. */
export interface Shown {
  readonly pages: number;
  /**
   * Paints a page.
   * @param availableWidth the pixels available for its width
   * @returns the text of the page, if it has any
   */
  show(view: View, availableWidth: number): Promise<string>;
}

/** The reason a document cannot be shown. */
export class PreviewFailure extends Error {
  override readonly name = 'PreviewFailure';
  readonly failure: Failure;
  readonly size: PictureSize | undefined;

  constructor(failure: Failure, size?: PictureSize) {
    super(failure);
    this.failure = failure;
    this.size = size;
  }
}
