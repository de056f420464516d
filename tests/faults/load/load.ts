import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { mintTokens } from '../../bench/captcha-tokens.ts';
import { keys } from '../environment/shared-parts.ts';
import type { ClaimantContext } from './browser.ts';
import { actAsClaimant } from './claimant.ts';
import { makeClaim, makeDocument } from './generate-claims.ts';

/** Claimants keep coming, whatever happens. */
export interface Load {
  readonly context: ClaimantContext;
  /**
   * Stops new claimants; those in progress continue until all have their responses. Returns whether
   * they had them in time.
   */
  finish(maxWaitMilliseconds: number): Promise<boolean>;
}

/** Waiting claimants keep retrying, so this limits the load on a busy machine. */
const maxConcurrent = 80;
const shareLeavingEarly = 0.1;
const repeatingShare = 0.1;
const smallDocument = { from: 1_000, to: 60_000 };
/** Bytes. Documents of these sizes take several chunks. */
const largeDocument = { from: 100_000, to: 300_000 };

/**
 * Starts to send this many claimants a second.
 * @param certificate of the proxy at these addresses
 */
export function startLoad(addresses: readonly string[], arrivalsPerSecond: number, certificate?: string): Load {
  const ended = new AbortController();
  const context: ClaimantContext = {
    addresses,
    network: { cutShare: 0, certificate },
    sent: { repeated: [], claims: [], unexpectedResponses: [] },
    end: ended.signal,
  };
  const claimants = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const first = randomInt(1_000) * 1_000;
  let arrived = 0;
  let isOpen = true;

  const arriving = (async () => {
    while (isOpen) {
      if (claimants.size >= maxConcurrent) {
        await pause(20);
        continue;
      }
      const index = first + (arrived += 1);
      const claimant = actAsClaimant(context, planOf(index), takeToken)
        .catch((error: unknown) => failures.push(error))
        .then(() => void claimants.delete(claimant));
      claimants.add(claimant);
      await pause(1_000 / arrivalsPerSecond);
    }
  })();
  return {
    context,
    async finish(maxWaitMilliseconds) {
      isOpen = false;
      await arriving;
      const giveUpAt = performance.now() + maxWaitMilliseconds;
      while (claimants.size > 0 && performance.now() < giveUpAt) await pause(50);
      const isAnswered = claimants.size === 0;
      ended.abort();
      await Promise.all(claimants);
      if (failures.length > 0) throw new AggregateError(failures, 'Claimants behaved as none should');
      return isAnswered;
    },
  };
}

function planOf(index: number) {
  const mode = index % 3 === 0 ? ('chunks' as const) : ('whole' as const);
  const count = index % 3 === 1 ? 0 : 1 + (index % 2);
  return {
    claim: makeClaim(index),
    documents: Array.from({ length: count }, (_, document) =>
      makeDocument(index + document, mode === 'whole' ? smallDocument : largeDocument),
    ),
    mode,
    isImpatient: Math.random() < shareLeavingEarly,
    repeats: Math.random() < repeatingShare,
  };
}

/** Solves a challenge without a search. */
async function takeToken(): Promise<string> {
  const [token = ''] = await mintTokens(keys, 1);
  return token;
}
