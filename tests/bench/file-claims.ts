import { settlement } from '@redress/content/settlement';
import { claimInserter } from '@redress/server/claims/filing/claim-inserter';
import { createClaimNumberSource } from '@redress/server/claims/filing/claim-number';
import { readClaimRequest } from '@redress/server/claims/filing/claim-request';
import { fileClaim } from '@redress/server/claims/filing/file-claim';
import type { OpenedDatabase } from '@redress/server/platform/database/pool';
import type { Keys } from '@redress/server/platform/keys/keys';
import { randomUUID } from 'node:crypto';
import { answersOf, formOf } from './answers.ts';
import { acceptEverything } from './captcha-tokens.ts';

interface FilingOptions {
  readonly keys: Keys;
  readonly count: number;
  /** The number of claims filed at the same time. */
  readonly clients: number;
  readonly nextNoticeId: () => string;
  /** Replaces some of the usual answers in the next claim. */
  readonly nextAnswers?: () => Readonly<Record<string, string>>;
}

/** Files claims by the server's own functions, and returns their numbers. */
export async function fileClaims({ database, pool }: OpenedDatabase, options: FilingOptions): Promise<string[]> {
  const { keys, clients, nextNoticeId, nextAnswers } = options;
  const form = formOf(settlement);
  const context = {
    database,
    settlement,
    keys,
    captcha: acceptEverything,
    nextClaimNumber: createClaimNumberSource(database, keys['claim-numbers']),
    insertClaim: claimInserter(pool),
    limits: 'off' as const,
    // Claims are filed a minute before the deadline.
    now: () => new Date(Date.parse(form.deadline) - 60 * 1_000),
  };
  const numbers: string[] = [];
  let left = options.count;
  const fileSome = async () => {
    while (left > 0) {
      left -= 1;
      const answers = { ...answersOf(left), ...nextAnswers?.() };
      const request = { ...answers, formVersion: form.version, googleRecaptchaToken: 'solved' };
      const result = await fileClaim(context, readClaimRequest([form], request), {
        address: 'bench',
        login: { noticeId: nextNoticeId(), caseId: form.caseId },
        idempotencyKey: randomUUID(),
      });
      if (result.outcome !== 'filed') throw new Error(`A claim was not filed: ${result.outcome}`);
      numbers.push(result.claim.claimNumber);
    }
  };
  await Promise.all(Array.from({ length: clients }, fileSome));
  return numbers;
}
