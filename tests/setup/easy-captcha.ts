import { proofOfWork } from '@redress/server/site/captcha/proof-of-work';
import type { Keys } from '@redress/server/platform/keys/keys';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Solved in a few attempts, so that tests are fast. */
export const easyCaptcha = { cost: 1, counterFrom: 1, counterBelow: 4 };

/** A solved captcha that every server with these keys accepts: the difficulty is in its signed challenge. */
export async function solveEasyCaptcha(keys: Keys): Promise<string> {
  const challenge = await proofOfWork(keys, easyCaptcha).createChallenge();
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
