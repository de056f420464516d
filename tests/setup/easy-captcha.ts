import { proofOfWork } from '@redress/server/site/captcha/proof-of-work';
import type { Keys } from '@redress/server/platform/keys/keys';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** A few attempts solve it, so that tests are fast. */
export const easyCaptcha = { cost: 1, counterFrom: 1, counterBelow: 4 };

/** Every server with these keys accepts it, because the signed challenge has the difficulty. */
export async function solveEasyCaptcha(keys: Keys): Promise<string> {
  return solve(await proofOfWork(keys, easyCaptcha).createChallenge());
}

/** Solves a challenge like the page's worker. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
