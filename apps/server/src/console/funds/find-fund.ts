import { type Fund, wholeFund } from '@redress/contract/funds';
import type { Settlement } from '@redress/contract/settlement';
import { parseCents } from '../../claims/payments/cents.ts';
import { ProblemError } from '../../platform/http/problem.ts';

type Funds = Pick<Settlement, 'funds'>;

export const fundsIn = ({ funds }: Funds, cases: readonly string[]): readonly Fund[] =>
  funds.filter(({ caseId }) => cases.includes(caseId));

/** @throws ProblemError `not-found` also for a fund of another case */
export function findFund(settlement: Funds, id: string, cases: readonly string[]): Fund {
  const fund = fundsIn(settlement, cases).find((each) => each.id === id);
  if (!fund) throw new ProblemError('not-found');
  return fund;
}

/** The settlement’s amount in cents. */
export const amountOf = ({ amount }: Pick<Fund, 'amount'>): bigint => parseCents(amount.toFixed(2));

/** The largest sum of attorneys’ fees, in cents. */
export const maxFeesOf = (fund: Pick<Fund, 'amount' | 'feeAtMost'>): bigint =>
  (amountOf(fund) * BigInt(fund.feeAtMost)) / BigInt(wholeFund);
