import type { FastifyBaseLogger } from 'fastify';
import {
  type CaptchaDifficulty,
  createPuzzle,
  parseSolution,
  puzzleSecrets,
  verifyPuzzle,
} from '../captcha/proof-of-work.ts';
import type { Database } from '../../platform/database/pool.ts';
import { type Keys, keyedHash } from '../../platform/keys/keys.ts';
import { type FailureCounts, type FailureSubject, loginFailures } from './login-failures.ts';
import type { FailureRule, LoginRuleName, LoginRules } from './login-failure-rules.ts';
import { addressSubject, addressSubjects } from '../../platform/http/client-address.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { LocalizedText } from '../../platform/http/problem-messages.ts';
import { loginWaitMessages } from './login-messages.ts';
import type { SolvedChallenge } from '../../claims/filing/claim-request.ts';
import { sql } from 'kysely';

/** A login attempt with a pair of IDs. */
export interface LoginAttempt {
  readonly noticeId: string;
  readonly address: string;
  /** A `no-script` browser has no JavaScript and cannot solve challenges. */
  readonly way: 'script' | 'no-script';
  /** The solution of a challenge. */
  readonly work?: string | undefined;
  readonly now: Date;
}

/**
 * Admits a login before the look-up; the result does not depend on whether the IDs exist. The
 * attempt counts as failed until it is settled, so that simultaneous attempts all count.
 * @throws ProblemError `work-required`, with a challenge or, without JavaScript, the time to wait
 */
export type AdmitLogin = (login: LoginAttempt) => Promise<(found: boolean) => Promise<void>>;

/** The level may rise this far while a browser solves a challenge. */
const levelsForgiven = 1;

const millisecondsBetweenWarnings = 5 * 60_000;

/** An attempt that can fail, and the subjects that it counts for. */
export interface Attempt<Name extends string> {
  readonly subjects: readonly FailureSubject<Name>[];
  /** Selects the rules that may refuse it, by default all. */
  readonly deciding?: (rule: Name) => boolean;
  /** The value, such as a Notice ID, that a solution of the work is valid for. */
  readonly workFor: string;
  /** The solution of a challenge. */
  readonly work?: string | undefined;
  /** The message for a client that has to wait, because it cannot solve challenges. */
  readonly waitMessage?: (seconds: number) => LocalizedText;
  readonly now: Date;
}

/**
 * Protects against guessing. Failures count per subject and overall. Over a limit, attempts require
 * a proof of work, which grows with the failures and always admits: a stranger's failures lock no
 * one out. Returns a function that settles the attempt.
 */
export function createFailureGuard<Name extends string>(
  { database, keys, log }: { readonly database: Database; readonly keys: Keys; readonly log: FastifyBaseLogger },
  {
    rules,
    overall,
    warning,
  }: { readonly rules: Readonly<Record<Name, FailureRule>>; readonly overall: NoInfer<Name>; readonly warning: string },
  difficulty: CaptchaDifficulty,
): (attempt: Attempt<Name>) => Promise<(found: boolean) => Promise<void>> {
  const failures = loginFailures(database, rules, keys.limits);
  const work = loginWork(database, keys, difficulty);
  let lastWarning = Number.NEGATIVE_INFINITY;
  const warn = () => {
    if (performance.now() - lastWarning < millisecondsBetweenWarnings) return;
    lastWarning = performance.now();
    log.warn(warning);
  };

  async function decline({ workFor, waitMessage }: Attempt<Name>, counts: FailureCounts<Name>): Promise<ProblemError> {
    const retryAfterSeconds = secondsUntilFree(counts, rules);
    const extras = waitMessage
      ? { detail: waitMessage(retryAfterSeconds) }
      : { challenge: await work.createChallenge(levelOf(counts, rules), workFor) };
    return new ProblemError('work-required', extras, { retryAfterSeconds });
  }

  return async (attempt) => {
    const { now, subjects, deciding = () => true } = attempt;
    const before = await failures.read(
      subjects.filter(({ rule }) => deciding(rule)),
      now,
    );
    if (levelOfRule(before.get(overall) ?? 0, rules[overall]) > 0) warn();
    const level = levelOf(before, rules);
    let done = 0;
    if (level > 0) {
      const proof = attempt.work === undefined ? undefined : work.verify(attempt.work, attempt.workFor);
      if (!proof || level > proof.level + levelsForgiven || !(await work.markUsed(proof)))
        throw await decline(attempt, before);
      done = proof.level + levelsForgiven;
    }
    // All attempts share the overall row, so only failures write it.
    const own = subjects.filter(({ rule }) => rule !== overall);
    const added = await failures.add(own, now);
    // Other attempts may have been counted between reading and adding.
    const others = new Map([...added].flatMap(([rule, count]) => (before.has(rule) ? [[rule, count - 1]] : [])));
    if (levelOf(others, rules) > done) {
      await failures.takeBack(own, added, now);
      throw await decline(attempt, others);
    }
    return async (found) => {
      if (found) await failures.takeBack(own, added, now);
      else await failures.add([{ rule: overall, subject: '' }], now);
    };
  };
}

/**
 * Protects against guessing pairs of IDs: per Notice ID, address, IPv6 network and overall.
 * Browsers without JavaScript have to wait instead of solving a challenge.
 */
export function createLoginGuard(
  resources: { readonly database: Database; readonly keys: Keys; readonly log: FastifyBaseLogger },
  rules: LoginRules,
  difficulty: CaptchaDifficulty,
): AdmitLogin {
  const warning = 'many logins fail: strangers may be guessing IDs; every login now requires proof of work';
  const admit = createFailureGuard(resources, { rules, overall: 'login-overall', warning }, difficulty);
  return (login) =>
    admit({
      subjects: subjectsOf(login),
      deciding: (rule) => login.way === 'script' || rules[rule].maxLevel === 0,
      workFor: login.noticeId,
      work: login.work,
      ...(login.way === 'no-script' && { waitMessage: loginWaitMessages }),
      now: login.now,
    });
}

function subjectsOf({ noticeId, address, way }: LoginAttempt): FailureSubject<LoginRuleName>[] {
  return [
    { rule: 'login-notice', subject: noticeId },
    ...addressSubjects(address, 'login-address', 'login-network'),
    { rule: 'login-overall', subject: '' },
    ...(way === 'no-script'
      ? [
          { rule: 'no-script-login-pair' as const, subject: `${addressSubject(address)} ${noticeId}` },
          ...addressSubjects(address, 'no-script-login-address', 'no-script-login-network'),
        ]
      : []),
  ];
}

/** Counts decay at once: five failures in a row are slightly less than five. */
const decayTolerance = 0.5;

/** The level is 0 below the rule's limit. Rules without work have level 1, which means waiting. */
export function levelOfRule(count: number, { failures, maxLevel }: FailureRule): number {
  if (count + decayTolerance < failures) return 0;
  return Math.min(Math.max(1, maxLevel), 1 + Math.floor(Math.log2((count + decayTolerance) / failures)));
}

export function levelOf<Name extends string>(
  counts: FailureCounts<Name>,
  rules: Readonly<Record<Name, FailureRule>>,
): number {
  return Math.max(0, ...[...counts].map(([rule, count]) => levelOfRule(count, rules[rule])));
}

/** The time until every count has decayed below its rule; at least 1. */
export function secondsUntilFree<Name extends string>(
  counts: FailureCounts<Name>,
  rules: Readonly<Record<Name, FailureRule>>,
): number {
  const waits = [...counts].map(([rule, count]) => {
    const { failures, halfLifeSeconds } = rules[rule];
    return halfLifeSeconds * Math.max(0, Math.log2(count / (failures - decayTolerance)));
  });
  return Math.max(1, Math.ceil(Math.max(...waits) + 1));
}

/**
 * The slowest phone needs less time. With a longer lifetime, attackers could collect cheap
 * challenges.
 */
const lifetimeSeconds = 5 * 60;

/**
 * The proof of work that logins require after failures. Its keys differ from the captcha's, so that
 * neither accepts the other's solutions. Level 1 is slightly easier than a captcha; each further
 * level doubles the work.
 */
function loginWork(database: Database, keys: Keys, captcha: CaptchaDifficulty) {
  const secretsOf = (each: Keys) =>
    puzzleSecrets(keyedHash(each['captcha-challenge'], 'login'), keyedHash(each['captcha-solution'], 'login'));
  // With a hash, neither challenges nor logs contain the Notice ID.
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
