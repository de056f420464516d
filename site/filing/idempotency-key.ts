/** A key that no other filled-in form has: 128 random bits in hex. (`crypto.randomUUID` is missing in browsers of 2020.) */
export function makeIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
