import type { SolvedChallenge } from '../../claims/filing/claim-request.ts';
import { sql } from 'kysely';
import {
  type CaptchaDifficulty,
  createPuzzle,
  parseSolution,
  puzzleSecrets,
  verifyPuzzle,
} from '../captcha/proof-of-work.ts';
import type { Database } from '../../platform/database/pool.ts';
import { keyedHash, type Keys } from '../../platform/keys/keys.ts';

/** Enough for the slowest phone, too short to collect cheap challenges. */
const lifetimeSeconds = 5 * 60;

/**
 * The proof of work that logins require after failures. It has other keys than the captcha, so that
 * neither accepts the other's solutions. Level 1 is slightly easier than a captcha; each further
 * level doubles the work.
 */
export function loginWork(database: Database, keys: Keys, captcha: CaptchaDifficulty) {
  const secretsOf = (each: Keys) =>
    puzzleSecrets(keyedHash(each['captcha-challenge'], 'login'), keyedHash(each['captcha-solution'], 'login'));
  // A hash, so that neither challenges nor logs contain the Notice ID.
  const noticeHash = (noticeId: string, each = keys) =>
    keyedHash(each['captcha-challenge'], `login:${noticeId}`).subarray(0, 16).toString('hex');
  return {
    /** Creates a challenge of a level from 1 for a login with this Notice ID. */
    createChallenge(level: number, noticeId: string) {
      const counterFrom = Math.ceil(captcha.counterFrom * 0.75 * 2 ** (level - 1));
      const difficulty = { cost: captcha.cost, counterFrom, counterBelow: 2 * counterFrom + 1 };
      return createPuzzle(difficulty, lifetimeSeconds, secretsOf(keys), { level, notice: noticeHash(noticeId) });
    },
    /** Verifies a token for this Notice ID. Does not check whether it was used before. */
    verify(token: string, noticeId: string) {
      const solution = parseSolution(token);
      const data = solution?.challenge.parameters.data;
      if (!solution || !data) return undefined;
      // Challenges from before a key rotation stay valid.
      const issuer = [keys, ...keys.others].find((each) => data.notice === noticeHash(noticeId, each));
      const solved = issuer && verifyPuzzle(solution, secretsOf(issuer));
      return solved && { ...solved, level: data.level };
    },
    /** Marks the work as used. False if it was used before. */
    async markUsed({ nonce, expiresAt }: SolvedChallenge) {
      const { rows } = await sql`
        insert into captcha_used (challenge, expires_at) values (${nonce}, ${expiresAt}) on conflict do nothing returning challenge`.execute(
        database,
      );
      return rows.length === 1;
    },
  };
}
