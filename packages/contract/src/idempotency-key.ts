/**
 * Creates the idempotency key of a claim from the time in milliseconds and 80 random bits, as 26
 * digits in base 32. Keys of the same time are neighbors in the database's index, so claims that
 * arrive together change few of its pages.
 * @param random at least 16 random bytes
 */
export function createIdempotencyKey(random: Uint8Array, now = Date.now()): string {
  const digits = Array.from(random.subarray(0, 16), (byte) => (byte % 32).toString(32));
  return now.toString(32).padStart(10, '0') + digits.join('');
}
