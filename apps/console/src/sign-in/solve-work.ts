import type { SignedIn } from '@redress/contract/console/sign-in';
import { loginWorkHeader } from '@redress/contract/http-headers';
import type { Problem } from '@redress/contract/problem';
import { ApiError } from '../api/api-client.ts';

/** The server raises the difficulty by up to four levels while sign-ins fail. */
const maxChallenges = 4;
/** The number of keys derived at the same time, in the browser's threads. */
const batch = 8;

/**
 * Sends a sign-in. Solves the task that the server requires after many failures.
 * @param signIn sends it with the given headers
 */
export async function sendSignIn(
  signIn: (headers: Readonly<Record<string, string>>) => Promise<SignedIn>,
  onWork: () => void,
): Promise<SignedIn> {
  let headers = {};
  for (let solved = 0; ; solved += 1) {
    try {
      return await signIn(headers);
    } catch (error) {
      const challenge = error instanceof ApiError ? error.problem.challenge : undefined;
      if (!challenge || solved === maxChallenges) throw error;
      onWork();
      headers = { [loginWorkHeader]: await solveWork(challenge) };
    }
  }
}

/** Finds the counter whose derived key starts with the challenge's prefix (ALTCHA 2, PBKDF2). */
async function solveWork(challenge: NonNullable<Problem['challenge']>): Promise<string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const derive = async (counter: number) => {
    const password = new Uint8Array([...fromHex(nonce), 0, 0, 0, 0]);
    new DataView(password.buffer).setUint32(password.length - 4, counter);
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const bits = { name: 'PBKDF2', hash: 'SHA-256', salt: fromHex(salt), iterations: cost };
    return toHex(new Uint8Array(await crypto.subtle.deriveBits(bits, key, keyLength * 8)));
  };
  for (let first = 0; ; first += batch) {
    const keys = await Promise.all(Array.from({ length: batch }, (_, index) => derive(first + index)));
    const found = keys.findIndex((key) => key.startsWith(keyPrefix.toLowerCase()));
    if (found !== -1)
      return btoa(JSON.stringify({ challenge, solution: { counter: first + found, derivedKey: keys[found] } }));
  }
}

const fromHex = (hex: string) => new Uint8Array((hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)));
const toHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
