/** A reason why the server cannot start: one plain line that says what to do. It is shown without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
