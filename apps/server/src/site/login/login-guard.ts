import type { FastifyBaseLogger } from 'fastify';
import type { CaptchaDifficulty } from '../captcha/proof-of-work.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { type FailureCounts, type FailureSubject, loginFailures } from './login-failures.ts';
import { loginWork } from './login-work.ts';
import type { FailureRule, LoginRuleName, LoginRules } from './login-failure-rules.ts';
import { addressSubject, networkSubject } from '../../platform/http/client-address.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { LocalizedText } from '../../platform/http/problem-messages.ts';
import { loginWaitMessages } from './login-messages.ts';

/** A login attempt with a pair of IDs. */
export interface LoginAttempt {
  readonly noticeId: string;
  readonly address: string;
  /** `no-script`: a browser without JavaScript, which cannot solve challenges. */
  readonly way: 'script' | 'no-script';
  /** The solution of a challenge. */
  readonly work?: string | undefined;
  readonly now: Date;
}

/**
 * Admits a login before the look-up; the result does not depend on whether the IDs exist. The
 * attempt counts as failed until it is settled, so that simultaneous attempts all count.
 * @throws ProblemError `work-required`, with a challenge or, without script, the time to wait
 */
export type AdmitLogin = (login: LoginAttempt) => Promise<(found: boolean) => Promise<void>>;

/** How far the level may rise while a browser solves a challenge. */
const levelsForgiven = 1;

const millisecondsBetweenWarnings = 5 * 60_000;

/** An attempt that can fail, and what it counts for. */
export interface Attempt<Name extends string> {
  readonly subjects: readonly FailureSubject<Name>[];
  /** The rules that may refuse it. All by default. */
  readonly deciding?: (rule: Name) => boolean;
  /** What a solution of the work is good for, such as a Notice ID. */
  readonly workFor: string;
  /** The solution of a challenge. */
  readonly work?: string | undefined;
  /** What to say to a client that has to wait, because it cannot solve challenges. */
  readonly waitMessage?: (seconds: number) => LocalizedText;
  readonly now: Date;
}

/**
 * Protects against guessing. Failures count per subject and overall. Over a limit, attempts require
 * work that grows with the failures, and work always admits: a stranger's failures lock nobody out.
 * Returns a function that settles the attempt.
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
 * Browsers without JavaScript have to wait instead of working.
 */
export function createLoginGuard(
  resources: { readonly database: Database; readonly keys: Keys; readonly log: FastifyBaseLogger },
  rules: LoginRules,
  difficulty: CaptchaDifficulty,
): AdmitLogin {
  const warning = 'many logins fail: somebody may be guessing IDs; every login now requires work';
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
  const addressKey = addressSubject(address);
  const network = networkSubject(address);
  return [
    { rule: 'login-notice', subject: noticeId },
    { rule: 'login-address', subject: addressKey },
    ...(network === undefined ? [] : [{ rule: 'login-network' as const, subject: network }]),
    { rule: 'login-overall', subject: '' },
    ...(way === 'no-script'
      ? [
          { rule: 'no-script-login-pair' as const, subject: `${addressKey} ${noticeId}` },
          { rule: 'no-script-login-address' as const, subject: addressKey },
          ...(network === undefined ? [] : [{ rule: 'no-script-login-network' as const, subject: network }]),
        ]
      : []),
  ];
}

/** Counts decay at once: five failures in a row are slightly less than five. */
const decayTolerance = 0.5;

/** 0 below the rule's limit. Rules without work have level 1, which means waiting. */
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

/** Until every count has decayed below its rule; at least 1. */
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
