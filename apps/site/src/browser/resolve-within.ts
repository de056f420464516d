/**
 * The value of `promise`, or undefined if it fails or takes longer. On a connection that stalls, a
 * script may neither arrive nor fail for minutes.
 */
export const resolveWithin = <T>(promise: Promise<T>, ms = 20_000): Promise<T | undefined> =>
  Promise.race([promise.catch(() => undefined), new Promise<undefined>((resolve) => setTimeout(resolve, ms))]);
