import { type Challenge, createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { randomInt, timingSafeEqual } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { SolvedChallenge } from '../../claims/filing/claim-request.ts';
import { canonicalJson } from '../../platform/keys/canonical-json.ts';
import { keyedHash, type Keys } from '../../platform/keys/keys.ts';

/**
 * PBKDF2 iterations per attempt, and the range of the number of attempts, which take about a second
 * in a phone's browser.
 */
export const defaultDifficulty = { cost: 1_000, counterFrom: 2_000, counterBelow: 4_000 };
export type CaptchaDifficulty = Readonly<typeof defaultDifficulty>;

const captchaSeconds = 20 * 60;

export type Captcha = ReturnType<typeof proofOfWork>;

/**
 * Proof of work with ALTCHA. The expected key is signed into the challenge, so verifying costs two
 * HMACs. The server's one PBKDF2 runs off the main thread when it creates the challenge.
 */
export function proofOfWork(keys: Keys, difficulty: CaptchaDifficulty) {
  const secretsOf = (each: Keys) => puzzleSecrets(each['captcha-challenge'], each['captcha-solution']);
  // Challenges from before a key rotation stay valid.
  const accepted = [keys, ...keys.others].map(secretsOf);
  return {
    createChallenge: () => createPuzzle(difficulty, captchaSeconds, secretsOf(keys)),
    /** Verifies a token. Does not check whether it was used before. */
    verify(token: string): SolvedChallenge | undefined {
      const solution = parseSolution(token);
      return solution && accepted.map((secrets) => verifyPuzzle(solution, secrets)).find((solved) => solved);
    },
  };
}

/** Keys for `keyedHash` that equal the strings that ALTCHA takes as secrets. */
export function puzzleSecrets(challenge: Buffer, solution: Buffer) {
  return { challenge: Buffer.from(challenge.toString('hex')), solution: Buffer.from(solution.toString('hex')) };
}

type PuzzleSecrets = ReturnType<typeof puzzleSecrets>;

/** Creates a challenge of a difficulty; `data` is signed with it. ALTCHA uses the system clock. */
export function createPuzzle(
  { cost, counterFrom, counterBelow }: CaptchaDifficulty,
  lifetimeSeconds: number,
  secrets: PuzzleSecrets,
  data?: PuzzleData,
): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(counterFrom, counterBelow),
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1_000) + lifetimeSeconds,
    ...(data && { data }),
    hmacSignatureSecret: secrets.challenge.toString(),
    hmacKeySignatureSecret: secrets.solution.toString(),
  });
}

/**
 * Verifies like ALTCHA's `verifySolution`, for challenges of `createPuzzle`, but faster, because
 * the library imports its keys again for each HMAC (docs/decisions/0027-filing-in-batches.md).
 */
export function verifyPuzzle({ challenge, solution }: PuzzleSolution, secrets: PuzzleSecrets) {
  const { parameters, signature } = challenge;
  const { nonce, expiresAt, keySignature } = parameters;
  if (expiresAt < Date.now() / 1_000) return undefined;
  const isSigned = (hash: string, key: Buffer, signed: string | Buffer) =>
    timingSafeEqual(Buffer.from(hash, 'hex'), keyedHash(key, signed));
  if (!isSigned(signature, secrets.challenge, canonicalJson(parameters))) return undefined;
  if (!isSigned(keySignature, secrets.solution, Buffer.from(solution.derivedKey, 'hex'))) return undefined;
  // One second more than ALTCHA allows, so that no used nonce is deleted while it is still valid.
  return { nonce: Buffer.from(nonce, 'hex'), expiresAt: new Date((expiresAt + 1) * 1_000) };
}

const hex = (bytes: number) => Type.String({ pattern: `^[0-9a-f]{${bytes * 2}}$` });
const PuzzleDataSchema = Type.Object({ level: Type.Integer(), notice: hex(16) });
type PuzzleData = Static<typeof PuzzleDataSchema>;

const SolutionSchema = Type.Object({
  challenge: Type.Object({
    parameters: Type.Object({
      // The other parameters are also signed.
      nonce: hex(16),
      keySignature: hex(32),
      expiresAt: Type.Integer(),
      data: Type.Optional(PuzzleDataSchema),
    }),
    signature: hex(32),
  }),
  solution: Type.Object({ derivedKey: hex(32) }),
});
type PuzzleSolution = Static<typeof SolutionSchema>;

const solutionValidator = Compile(SolutionSchema);

/** A solution has about 900 characters. */
const maxTokenLength = 4_096;

/** Parses a token: challenge and solution as base64 JSON. */
export function parseSolution(token: string): PuzzleSolution | undefined {
  if (token.length > maxTokenLength) return undefined;
  try {
    const payload: unknown = JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
    return solutionValidator.Check(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}
