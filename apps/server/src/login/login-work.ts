import type { Challenge } from 'altcha-lib';
import { sql } from 'kysely';
import {
  type CaptchaDifficulty,
  createPuzzle,
  parseSolution,
  type PuzzleSecrets,
  type SolvedChallenge,
  verifyPuzzle,
} from '../captcha/proof-of-work.ts';
import type { Database } from '../database/pool.ts';
import { keyedHash, type Keys } from '../keys/keys.ts';

/** Enough for the slowest phone, too short to collect cheap challenges. */
const lifetimeSeconds = 5 * 60;

/** Solved work for a Notice ID. */
export interface SolvedWork extends SolvedChallenge {
  readonly level: number;
}

export interface LoginWork {
  /** Creates a challenge of a level from 1 for a login with this Notice ID. */
  createChallenge(level: number, noticeId: string): Promise<Challenge>;
  /** Verifies a token for this Notice ID. Does not check whether it was used before. */
  verify(token: string, noticeId: string): Promise<SolvedWork | undefined>;
  /** Marks the work as used. False if it was used before. */
  markUsed(work: SolvedWork): Promise<boolean>;
}

/**
 * The proof of work that logins require after failures. It has other keys than the captcha, so that
 * neither accepts the other's solutions. Level 1 is slightly easier than a captcha; each further level
 * doubles the work.
 */
export function loginWork(database: Database, keys: Keys, captcha: CaptchaDifficulty): LoginWork {
  const secretsOf = (each: Keys): PuzzleSecrets => ({
    hmacSignatureSecret: keyedHash(each['captcha-challenge'], 'login').toString('hex'),
    hmacKeySignatureSecret: keyedHash(each['captcha-solution'], 'login').toString('hex'),
  });
  // A hash, so that neither challenges nor logs contain the Notice ID.
  const noticeHash = (noticeId: string, each = keys) =>
    keyedHash(each['captcha-challenge'], `login:${noticeId}`).subarray(0, 16).toString('hex');
  return {
    createChallenge(level, noticeId) {
      const counterFrom = Math.ceil(captcha.counterFrom * 0.75 * 2 ** (level - 1));
      const difficulty = { cost: captcha.cost, counterFrom, counterBelow: 2 * counterFrom + 1 };
      return createPuzzle(difficulty, lifetimeSeconds, secretsOf(keys), { level, notice: noticeHash(noticeId) });
    },
    async verify(token, noticeId) {
      const solution = parseSolution(token);
      const data = solution?.challenge.parameters.data;
      if (!solution || !data) return undefined;
      // Challenges from before a key rotation stay valid.
      const issuer = [keys, ...keys.others].find((each) => data.notice === noticeHash(noticeId, each));
      const solved = issuer && (await verifyPuzzle(solution, secretsOf(issuer)));
      return solved && { ...solved, level: data.level };
    },
    async markUsed({ nonce, expiresAt }) {
      const { rows } = await sql`
        insert into captcha_used (challenge, expires_at) values (${nonce}, ${expiresAt}) on conflict do nothing returning challenge`.execute(
        database,
      );
      return rows.length === 1;
    },
  };
}
