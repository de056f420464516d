import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import type { Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { sql } from 'kysely';
import type { CaptchaDifficulty } from '../captcha/proof-of-work.ts';
import type { Database } from '../database/pool.ts';
import type { Keys } from '../keys/keys.ts';
import { keyedHash } from '../keys/keys.ts';

/** Long enough for the slowest phone, too short to put cheap challenges by. */
const lifetimeSeconds = 5 * 60;
/** A solution is about 900 characters. */
const longestToken = 4_096;

const hex = (bytes: number) => Type.String({ pattern: `^[0-9a-f]{${bytes * 2}}$` });
const PayloadSchema = Type.Object({
  challenge: Type.Object({
    parameters: Type.Object({
      algorithm: Type.Literal('PBKDF2/SHA-256'),
      nonce: hex(16),
      salt: hex(16),
      cost: Type.Integer(),
      keyLength: Type.Integer(),
      keyPrefix: Type.String({ maxLength: 64 }),
      keySignature: hex(32),
      expiresAt: Type.Integer(),
      data: Type.Object({ level: Type.Integer(), notice: hex(16) }),
    }),
    signature: hex(32),
  }),
  solution: Type.Object({ counter: Type.Integer({ minimum: 0 }), derivedKey: hex(32) }),
});

/** Work that was done for a Notice ID. */
export interface DoneWork {
  readonly level: number;
  readonly nonce: Buffer;
  readonly expiresAt: Date;
}

export interface LoginWork {
  /** A task of a level from 1, for a login with this Notice ID. */
  ask(level: number, noticeId: string): Promise<Challenge>;
  /** What a token proves; nothing when it was made for another Notice ID or purpose, is wrong, or has ended. Does not know whether it was used before. */
  check(token: string, noticeId: string): Promise<DoneWork | undefined>;
  /** Whether it was unused until now. */
  spend(work: DoneWork): Promise<boolean>;
}

/**
 * The work that a login asks for after failures: ALTCHA's proof of work, as the captcha's, but under keys of its own, so that neither's solutions
 * are good for the other. Each level takes twice the work of the one before; the first a little less than a captcha.
 */
export function loginWork(database: Database, keys: Keys, captcha: CaptchaDifficulty): LoginWork {
  const secretsOf = (each: Keys) => ({
    hmacSignatureSecret: keyedHash(each['captcha-challenge'], 'login').toString('hex'),
    hmacKeySignatureSecret: keyedHash(each['captcha-solution'], 'login').toString('hex'),
  });
  const secrets = secretsOf(keys);
  // The person need not see in the answer what they typed, nor a log what passes by it.
  const noticeHash = (noticeId: string, each = keys) =>
    keyedHash(each['captcha-challenge'], `login:${noticeId}`).subarray(0, 16).toString('hex');
  return {
    ask(level, noticeId) {
      const from = Math.ceil(captcha.counterFrom * 0.75 * 2 ** (level - 1));
      return createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: captcha.cost,
        counter: randomInt(from, 2 * from + 1),
        deriveKey,
        expiresAt: Math.floor(Date.now() / 1_000) + lifetimeSeconds,
        data: { level, notice: noticeHash(noticeId) },
        ...secrets,
      });
    },
    async check(token, noticeId) {
      const payload = readToken(token);
      if (!payload) return undefined;
      const { challenge, solution } = payload;
      const { nonce, expiresAt, data } = challenge.parameters;
      // One that was given out before the secret was changed counts too.
      const asker = [keys, ...keys.others].find((each) => data.notice === noticeHash(noticeId, each));
      if (!asker) return undefined;
      const result = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(asker) });
      if (!result.verified) return undefined;
      // A second more than the library allows, so that no used one is forgotten while it would still be taken.
      return { level: data.level, nonce: Buffer.from(nonce, 'hex'), expiresAt: new Date((expiresAt + 1) * 1_000) };
    },
    async spend({ nonce, expiresAt }) {
      const { rows } = await sql`
        insert into captcha_used (challenge, expires_at) values (${nonce}, ${expiresAt}) on conflict do nothing returning challenge`.execute(
        database,
      );
      return rows.length === 1;
    },
  };
}

/** A token is the JSON of challenge and solution in base64. */
function readToken(token: string): Static<typeof PayloadSchema> | undefined {
  if (token.length > longestToken) return undefined;
  try {
    const payload: unknown = JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
    return Value.Check(PayloadSchema, payload) ? payload : undefined;
  } catch {
    // Not JSON: no solution.
    return undefined;
  }
}
