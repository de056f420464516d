import { createHmac, timingSafeEqual } from 'node:crypto';

const stepSeconds = 30;
const digits = 6;
/** Steps before and after the current one, for clocks that differ. */
const tolerance = 1;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The number of 30-second steps since 1970 (RFC 6238). */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / stepSeconds);

/** The code of a step (RFC 4226 with HMAC-SHA-1, which every authenticator app uses). */
export function totpCode(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/** The step of a code. Undefined for a wrong code, or for a step that was used before. */
export function findStep(secret: Buffer, code: string, now: Date, lastStep = -1): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const typed = Buffer.from(code);
  const current = stepAt(now);
  for (let step = current - tolerance; step <= current + tolerance; step += 1)
    if (step > lastStep && timingSafeEqual(typed, Buffer.from(totpCode(secret, step)))) return step;
  return undefined;
}

/** The key that people type into an app, and that a QR code contains (RFC 4648). */
export function base32(bytes: Buffer): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >> (bits - 5)) & 31] ?? '';
  }
  return bits > 0 ? text + (alphabet[(value << (5 - bits)) & 31] ?? '') : text;
}

/** The address that authenticator apps read from a QR code. */
export function totpAddress(secret: Buffer, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
