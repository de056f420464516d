import type { Challenge } from 'altcha-lib';
import type { FastifyBaseLogger } from 'fastify';
import type { CaptchaDifficulty } from '../captcha/proof-of-work.ts';
import type { Database } from '../database/pool.ts';
import type { Keys } from '../keys/keys.ts';
import type { FailureCounts, FailureSubject } from './login-failures.ts';
import { loginFailures } from './login-failures.ts';
import { loginWork } from './login-work.ts';
import type { FailureRule, LoginRules } from '../http/rate-limits.ts';
import { addressSubject, networkSubject } from '../http/rate-limits.ts';

/** A try to log in with a pair of IDs. */
export interface LoginTry {
  readonly noticeId: string;
  readonly address: string;
  /** `posted`: by a browser without script, which can do no work. */
  readonly way: 'script' | 'posted';
  /** The solution of a challenge of ours, when one came. */
  readonly work: string | undefined;
  readonly now: Date;
}

export type Admitted =
  | { readonly outcome: 'admitted'; readonly counted: CountedTry }
  /** Nothing was looked up. With the work done the same pair is looked up at once; without, after so many seconds. */
  | { readonly outcome: 'work'; readonly challenge: Challenge; readonly retryAfterSeconds: number }
  | { readonly outcome: 'wait'; readonly retryAfterSeconds: number };

/** A try that counts as failed until it is told otherwise: so a thousand at the same moment are a thousand. */
export interface CountedTry {
  settle(found: boolean): Promise<void>;
}

export interface LoginGuard {
  /** To be asked before two IDs are looked up; does the same whether or not a notice has them. */
  admit(login: LoginTry): Promise<Admitted>;
}

/** How far the level may have risen while somebody did the work that was asked of them. */
const levelsForgiven = 1;

interface LoginGuardParts {
  readonly database: Database;
  readonly keys: Keys;
  readonly log: FastifyBaseLogger;
}

const millisecondsBetweenWarnings = 5 * 60_000;

/** Nobody is kept from anything: for load tests. */
export const openGuard: LoginGuard = {
  admit: () => Promise.resolve({ outcome: 'admitted', counted: { settle: () => Promise.resolve() } }),
};

/**
 * Keeps pairs of IDs from being searched. Failures count per Notice ID, per address, per IPv6 network and overall. Beyond their rules a login asks for
 * work that grows with them, and whoever does it is let in to be looked up, whatever others did: nothing that a stranger can bring about shuts
 * anybody out. Without script there is no work: there the address, and the pair of address and Notice ID, have to wait.
 */
export function createLoginGuard(
  { database, keys, log }: LoginGuardParts,
  rules: LoginRules,
  difficulty: CaptchaDifficulty,
): LoginGuard {
  const failures = loginFailures(database, rules, keys.limits);
  const work = loginWork(database, keys, difficulty);
  let lastWarning = Number.NEGATIVE_INFINITY;
  const warn = () => {
    if (performance.now() - lastWarning < millisecondsBetweenWarnings) return;
    lastWarning = performance.now();
    log.warn('very many logins fail: somebody may be searching for IDs, and every login asks for work');
  };

  async function decline(login: LoginTry, counts: FailureCounts): Promise<Admitted> {
    const retryAfterSeconds = secondsUntilFree(counts, rules);
    if (login.way === 'posted') return { outcome: 'wait', retryAfterSeconds };
    return { outcome: 'work', challenge: await work.ask(levelOf(counts, rules), login.noticeId), retryAfterSeconds };
  }

  return {
    async admit(login) {
      const { now } = login;
      const subjects = subjectsOf(login);
      const deciding = subjects.filter(({ rule }) => login.way === 'script' || rules[rule].mostLevel === 0);
      const before = await failures.read(deciding, now);
      if (levelOfRule(before.get('login-overall') ?? 0, rules['login-overall']) > 0) warn();
      const level = levelOf(before, rules);
      let done = 0;
      if (level > 0) {
        const proof = login.work === undefined ? undefined : await work.check(login.work, login.noticeId);
        if (!proof || level > proof.level + levelsForgiven || !(await work.spend(proof))) return decline(login, before);
        done = proof.level + levelsForgiven;
      }
      // The overall row is everybody's: only failures touch it, and only afterwards.
      const own = subjects.filter(({ rule }) => rule !== 'login-overall');
      const added = await failures.add(own, now);
      // Others may have come between the look and the count.
      const others = new Map([...added].flatMap(([rule, count]) => (before.has(rule) ? [[rule, count - 1]] : [])));
      if (levelOf(others, rules) > Math.max(done, 0)) {
        await failures.takeBack(own, added, now);
        return decline(login, others);
      }
      return {
        outcome: 'admitted',
        counted: {
          async settle(found) {
            if (found) await failures.takeBack(own, added, now);
            else await failures.add([{ rule: 'login-overall', subject: '' }], now);
          },
        },
      };
    },
  };
}

function subjectsOf({ noticeId, address, way }: LoginTry): FailureSubject[] {
  const addressKey = addressSubject(address);
  const network = networkSubject(address);
  return [
    { rule: 'login-notice', subject: noticeId },
    { rule: 'login-address', subject: addressKey },
    ...(network === undefined ? [] : [{ rule: 'login-network' as const, subject: network }]),
    { rule: 'login-overall', subject: '' },
    ...(way === 'posted'
      ? [
          { rule: 'posted-login-pair' as const, subject: `${addressKey} ${noticeId}` },
          { rule: 'posted-login-address' as const, subject: addressKey },
          ...(network === undefined ? [] : [{ rule: 'posted-login-network' as const, subject: network }]),
        ]
      : []),
  ];
}

/** Counts fade from the first moment on: five failures in a row are a little less than five. */
const faded = 0.5;

/** 0 as long as there are few failures; where waiting is all that helps, the first level stands for it. */
export function levelOfRule(count: number, { failures, mostLevel }: FailureRule): number {
  if (count + faded < failures) return 0;
  return Math.min(Math.max(1, mostLevel), 1 + Math.floor(Math.log2((count + faded) / failures)));
}

function levelOf(counts: FailureCounts, rules: LoginRules): number {
  return Math.max(0, ...[...counts].map(([rule, count]) => levelOfRule(count, rules[rule])));
}

/** Until every count has faded below its rule, and at least one. */
function secondsUntilFree(counts: FailureCounts, rules: LoginRules): number {
  const waits = [...counts].map(([rule, count]) => {
    const { failures, halfLifeSeconds } = rules[rule];
    return halfLifeSeconds * Math.max(0, Math.log2(count / (failures - faded)));
  });
  return Math.max(1, Math.ceil(Math.max(...waits) + 1));
}
