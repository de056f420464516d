import { facts, pools } from '../facts.ts';
import { dollars, dollarsAndCents, listed, longDate } from '../../shared/formats.ts';
import type { AllocationExample, SupposedSums } from './allocation-example.ts';
import { computeExample } from './allocation-example.ts';
import type { BrandDrugSettlement } from './brand-drug-settlements.ts';
import { bulletList, numberedList, table } from '../../shared/documents/markdown.ts';

const { brandDrug } = facts;

/** The plan of allocation in Markdown: how a settlement’s money is divided. */
export function planOfAllocation(settlement: BrandDrugSettlement): string {
  return [
    `This plan describes how the money from the ${settlement.year} settlement with ${settlement.maker} is divided among class members. The lawyers for the class propose it. It applies once the court approves it, and the court may change it.`,
    definitions(settlement),
    twoPools(settlement),
    calculation,
    minimumPayment,
    reviewAndDisputes(settlement),
    residualFunds,
    workedExample(settlement),
  ].join('\n\n');
}

function definitions({ fund, maker }: BrandDrugSettlement): string {
  return `## Definitions

${bulletList([
  `**Settlement fund:** the ${dollars(fund)} that ${maker} pays.`,
  '**Net settlement fund:** the settlement fund less fees, expenses, service awards, administration costs and taxes.',
  '**Consumer:** a class member who paid for the drug for personal or family use.',
  '**Third-party payor (TPP):** a class member that paid for the drug for its members, employees or insureds.',
  `**Qualifying purchase:** a purchase of the brand drug or its AB-rated generic in one of the ${brandDrug.states.length} class states. It was made from ${longDate(brandDrug.classPeriod.from)} to ${longDate(brandDrug.classPeriod.to)}. The drug comes in extended-release capsules of ${listed(brandDrug.strengthsInMilligrams)} mg.`,
  '**Qualifying spend:** what the claimant itself paid for qualifying purchases. For a consumer that includes co-pays, but not what insurance paid. For a TPP it is net of co-pays, deductibles and co-insurance.',
  '**Accepted qualifying spend:** the part of it that the settlement administrator accepts after review.',
])}

The class states are ${listed(brandDrug.states)}.`;
}

function twoPools({ decision }: BrandDrugSettlement): string {
  const claims = decision.isOver
    ? `A claim that was filed in this settlement also counts for the ${brandDrug.newerYear} settlement with the generic maker.`
    : `A claim that was filed in the ${brandDrug.earlierYear} settlement also counts for this one and does not need to be filed again.`;
  return `## The two pools

The net settlement fund is divided into two pools:

${table(
  ['Pool', 'Part of the net settlement fund', 'Shared by'],
  [
    ['TPP pool', `${pools.thirdPartyPayors}%`, 'third-party payors with accepted claims'],
    ['Consumer pool', `${pools.consumers}%`, 'consumers with accepted claims'],
  ],
)}

Each claim is paid from its own pool. ${claims} A claim filed now is a claim in ${decision.isOver ? 'that settlement' : 'this settlement with the generic maker'}.`;
}

const calculation = `## Calculation

${numberedList([
  'The administrator adds up the accepted qualifying spend of all claims of a pool. This is the pool’s total.',
  'The share of a claim is its own accepted qualifying spend, divided by the pool’s total.',
  'The payment of a claim is its share, multiplied by the pool. It is rounded to the cent.',
])}

Nothing else affects the amount, including how a claim was filed or how long before the deadline.`;

const minimumPayment = `## Minimum payment

Sending a very small payment costs more than it is worth, so no payment is made below a minimum. The court’s order sets the minimum payment.

If a claim’s payment would be below the minimum, no payment is made. All such claims of a pool drop out at the same time. The money stays in the pool, and the payments of the other claims are calculated once more without them.`;

function reviewAndDisputes({ decision }: BrandDrugSettlement): string {
  return `## Review and disputes

The settlement administrator reviews each claim. It may ask for documents or data.${
    decision.isOver
      ? ''
      : ` A TPP that claims ${dollars(brandDrug.tppTransactionDataFrom)} or more must send data on each purchase.`
  } The administrator may accept a claim, reduce it or reject it.

If a claim is reduced or rejected:

${numberedList([
  'The administrator sends the claimant a letter with the decision, the reason, and the date by which to answer.',
  'A claimant who disagrees writes back by that date, says why and sends proof.',
  'The administrator reviews the claim again and sends a second letter.',
  'If they still disagree, the claimant may ask the court to decide. The court’s decision is final.',
])}

If a TPP and its agent both file for the same purchases, only the TPP’s own claim counts. The court decides what happens to claims filed after the deadline${
    decision.isOver ? ', which its order set' : ` of ${longDate(decision.claimDeadline)}`
  }.`;
}

const residualFunds = `## Residual funds

Money can be left in a pool: when a pool has no accepted claims, or when checks are not cashed. **What one pool does not use goes to the other pool.** It is divided there by the same calculation.

If so little is left that dividing it again would cost more than it is worth, the court decides what happens to it.`;

/** The assumed spend of all claims and of one claim in both plans. */
const supposedSpend = {
  consumers: { allClaims: 20_000_000, oneClaim: 500 },
  thirdPartyPayors: { allClaims: 400_000_000, oneClaim: brandDrug.tppTransactionDataFrom },
} as const;

/**
 * Assumed sums of a plan’s example. The fees of the earlier settlement are unknown, so a third of
 * the fund covers all costs.
 */
function supposedSums({ fund, decision }: BrandDrugSettlement): SupposedSums {
  return decision.isOver
    ? { fees: fund / 4, otherCosts: fund / 12, ...supposedSpend }
    : { fees: decision.feeAtMost, otherCosts: 185_000, ...supposedSpend };
}

function workedExample(settlement: BrandDrugSettlement): string {
  const { fund, decision } = settlement;
  const supposed = supposedSums(settlement);
  const example = computeExample(fund, supposed);
  const fees = decision.isOver ? 'less fees (assumed)' : `less fees (${decision.feePercent}%, the maximum requested)`;
  return `## Worked example

The settlement fund and the percentages are those of this settlement. **The other amounts are assumptions.** ${
    decision.isOver ? 'They show how the plan works.' : 'The real amounts are unknown until all claims are in.'
  } Real payments will be different.

### From the fund to the pools

${table(
  ['Step', 'Sum'],
  [
    ['Settlement fund', dollarsAndCents(fund)],
    [fees, dollarsAndCents(supposed.fees)],
    ['less expenses, service awards, administration costs and taxes (assumed)', dollarsAndCents(supposed.otherCosts)],
    ['Net settlement fund', dollarsAndCents(example.netFund)],
    [`TPP pool: ${pools.thirdPartyPayors}%`, dollarsAndCents(example.thirdPartyPayors.pool)],
    [`Consumer pool: ${pools.consumers}%`, dollarsAndCents(example.consumers.pool)],
  ],
  1,
)}

### From the pools to two claims

${claimsTable(example, supposed)}

So this consumer would be paid **${dollarsAndCents(example.consumers.payment)}** from this settlement, and this TPP **${dollarsAndCents(example.thirdPartyPayors.payment)}**.`;
}

function claimsTable({ consumers, thirdPartyPayors }: AllocationExample, supposed: SupposedSums): string {
  return table(
    ['Step', 'A consumer', 'A TPP'],
    [
      [
        'Its own accepted qualifying spend (assumed)',
        dollarsAndCents(supposed.consumers.oneClaim),
        dollarsAndCents(supposed.thirdPartyPayors.oneClaim),
      ],
      [
        'The pool’s total (assumed)',
        dollarsAndCents(supposed.consumers.allClaims),
        dollarsAndCents(supposed.thirdPartyPayors.allClaims),
      ],
      ['Its share of the pool', percent(consumers.share), percent(thirdPartyPayors.share)],
      ['The pool', dollarsAndCents(consumers.pool), dollarsAndCents(thirdPartyPayors.pool)],
      ['Payment', dollarsAndCents(consumers.payment), dollarsAndCents(thirdPartyPayors.payment)],
    ],
    1,
  );
}

function percent(share: number): string {
  return share.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 6 });
}
