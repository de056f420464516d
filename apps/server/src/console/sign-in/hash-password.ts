import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ProblemError } from '../../platform/http/problem.ts';

/** Argon2id with OWASP's parameters: 19 MiB, two passes (Password Storage Cheat Sheet). */
const parameters = { memory: 19 * 1_024, passes: 2, parallelism: 1 };
type Parameters = Readonly<typeof parameters>;
const saltBytes = 16;
const hashBytes = 32;

/** Each hash takes 19 MiB, and one of Node's four threads for about 30 ms. */
const maxRunning = 2;
/** If more are waiting, sign-ins are refused, so that a flood of them does not fill the memory. */
const maxWaiting = 30;

const derive = promisify(argon2);
const waiting: (() => void)[] = [];
let running = 0;

/** Hashes in Node's thread pool, a few at a time. @throws ProblemError `overloaded` */
async function deriveInTurn(password: string, salt: Buffer, options: Parameters): Promise<Buffer> {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting) throw new ProblemError('overloaded', {}, { retryAfterSeconds: 2 });
    // A finished hash wakes the next waiting one.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    // Equal characters have equal bytes, however a keyboard composes them.
    const message = password.normalize('NFKC');
    return await derive('argon2id', { message, nonce: salt, tagLength: hashBytes, ...options });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The hash of a password in the PHC format, with its own salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  return format(salt, await deriveInTurn(password, salt, parameters));
}

/**
 * Sign-ins to unknown accounts are checked against this hash, so that they take as long. No
 * password matches it.
 */
const nobodysHash = format(randomBytes(saltBytes), randomBytes(hashBytes));

export async function verifyPassword(password: string, stored = nobodysHash): Promise<boolean> {
  const parsed = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored);
  if (!parsed) throw new Error('A stored password hash has an unknown format');
  const [, memory, passes, parallelism, salt = '', expected = ''] = parsed;
  const options = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const hash = await deriveInTurn(password, Buffer.from(salt, 'base64'), options);
  return timingSafeEqual(hash, Buffer.from(expected, 'base64'));
}

function format(salt: Buffer, hash: Buffer): string {
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  const { memory, passes, parallelism } = parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}
