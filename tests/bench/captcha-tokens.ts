import { type Captcha, defaultDifficulty, proofOfWork } from '@redress/server/site/captcha/proof-of-work';
import type { Keys } from '@redress/server/platform/keys/keys';
import type { Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { randomBytes } from 'node:crypto';

/** Accepts any token as a new solved challenge, and writes the same rows without verification. */
export const acceptEverything: Captcha = {
  createChallenge: () => Promise.reject(new Error('No challenge is needed')),
  verify: () => ({ nonce: randomBytes(16), expiresAt: new Date(Date.now() + 20 * 60 * 1_000) }),
};

/** PBKDF2 runs on Node's four threads. */
const mintedAtOnce = 16;

/**
 * Solves challenges like those of claimants without the search. The counter is known, so each costs
 * one PBKDF2 iteration instead of millions, but verifying it takes the server as long. They expire
 * after 20 minutes.
 */
export async function mintTokens(keys: Keys, count: number): Promise<string[]> {
  const counter = defaultDifficulty.counterFrom;
  const { createChallenge } = proofOfWork(keys, { cost: 1, counterFrom: counter, counterBelow: counter + 1 });
  const tokens: string[] = [];
  const work = async () => {
    while (tokens.length < count) tokens.push(await solve(await createChallenge(), counter));
  };
  await Promise.all(Array.from({ length: mintedAtOnce }, work));
  return tokens;
}

async function solve(challenge: Challenge, counter: number): Promise<string> {
  const { nonce, salt } = challenge.parameters;
  // ALTCHA's password is the nonce, then the counter as 32 bits, big-endian.
  const password = Buffer.alloc(nonce.length / 2 + 4);
  password.write(nonce, 'hex');
  password.writeUInt32BE(counter, nonce.length / 2);
  const { derivedKey } = await deriveKey(challenge.parameters, Buffer.from(salt, 'hex'), password);
  const solution = { counter, derivedKey: Buffer.from(derivedKey).toString('hex'), time: 1_000 };
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
