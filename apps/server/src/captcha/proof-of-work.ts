import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import type { Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Keys } from '../keys/keys.ts';

/** How hard a challenge is: PBKDF2 iterations a try, and how many tries at least and below how many. */
export interface CaptchaDifficulty {
  readonly cost: number;
  readonly counterFrom: number;
  readonly counterBelow: number;
}
/** About a second in a phone's browser. */
export const defaultDifficulty: CaptchaDifficulty = { cost: 1_000, counterFrom: 2_000, counterBelow: 4_000 };

const lifetimeSeconds = 20 * 60;
/** A solution is about 700 characters. */
const longestToken = 4_096;

const PayloadSchema = Type.Object({
  challenge: Type.Object({
    parameters: Type.Object({
      algorithm: Type.Literal('PBKDF2/SHA-256'),
      nonce: Type.String({ pattern: '^[0-9a-f]{32}$' }),
      salt: Type.String({ pattern: '^[0-9a-f]{32}$' }),
      cost: Type.Integer(),
      keyLength: Type.Integer(),
      keyPrefix: Type.String({ maxLength: 64 }),
      keySignature: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      expiresAt: Type.Integer(),
    }),
    signature: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  }),
  solution: Type.Object({
    counter: Type.Integer({ minimum: 0 }),
    derivedKey: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  }),
});
type Payload = Static<typeof PayloadSchema>;

/** A solved challenge: its nonce, by which a second use is noticed, and the time after which it would be refused anyway. */
export interface SolvedChallenge {
  readonly nonce: Buffer;
  readonly expiresAt: Date;
}

export interface Captcha {
  createChallenge(): Promise<Challenge>;
  /** Whether a token is a fresh solution of a challenge of ours. Does not know whether it was used before. */
  verify(token: string): Promise<SolvedChallenge | undefined>;
}

/**
 * Proof of work with ALTCHA. The expected key is signed into the challenge, so that verifying costs three HMACs; the one PBKDF2 of the
 * server is spent when the challenge is made, off the main thread. The library goes by the machine's clock, so this does too.
 */
export function proofOfWork(keys: Keys, difficulty: CaptchaDifficulty): Captcha {
  const secretsOf = (each: Keys) => ({
    hmacSignatureSecret: each['captcha-challenge'].toString('hex'),
    hmacKeySignatureSecret: each['captcha-solution'].toString('hex'),
  });
  const secrets = secretsOf(keys);
  // Of one that was given out before the secret was changed, too. A signature that is not ours is noticed by one HMAC.
  const accepted = [secrets, ...keys.others.map(secretsOf)];
  return {
    createChallenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: difficulty.cost,
        counter: randomInt(difficulty.counterFrom, difficulty.counterBelow),
        deriveKey,
        expiresAt: Math.floor(Date.now() / 1_000) + lifetimeSeconds,
        ...secrets,
      }),
    async verify(token) {
      const payload = readToken(token);
      if (!payload) return undefined;
      const { challenge, solution } = payload;
      if (!(await isSolved(accepted, challenge, solution))) return undefined;
      const { nonce, expiresAt } = challenge.parameters;
      // A second more than the library allows, so that no used challenge is forgotten while it would still be taken.
      return { nonce: Buffer.from(nonce, 'hex'), expiresAt: new Date((expiresAt + 1) * 1_000) };
    },
  };
}

async function isSolved(
  accepted: readonly { readonly hmacSignatureSecret: string; readonly hmacKeySignatureSecret: string }[],
  challenge: Payload['challenge'],
  solution: Payload['solution'],
): Promise<boolean> {
  for (const secrets of accepted) {
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
    if (verified) return true;
  }
  return false;
}

/** A token is the JSON of challenge and solution in base64. */
function readToken(token: string): Payload | undefined {
  if (token.length > longestToken) return undefined;
  try {
    const payload: unknown = JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
    return Value.Check(PayloadSchema, payload) ? payload : undefined;
  } catch {
    // Not JSON: no solution.
    return undefined;
  }
}
