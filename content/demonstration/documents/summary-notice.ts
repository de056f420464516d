import { facts, pools } from '../facts.ts';
import { clockTime, dollars, listed, longDate } from '../../shared/formats.ts';
import type { BrandDrugSettlement } from './brand-drug-settlements.ts';
import { bulletList } from '../../shared/documents/markdown.ts';

const { brandDrug } = facts;

/** The headline names the people the notice is for. */
export function summaryHeadline({ year }: BrandDrugSettlement): string {
  return `Summary notice of the ${year} settlement: did you or your health plan pay for this antidepressant or its generic?`;
}

/** The summary notice in Markdown, on one page. */
export function summaryNotice(settlement: BrandDrugSettlement): string {
  const { fund, maker, makerAtFirst, other, decision } = settlement;
  const fees = decision.isOver
    ? 'the lawyers’ fees that the court allowed'
    : `lawyers’ fees of up to ${decision.feePercent}% (at most ${dollars(decision.feeAtMost)})`;
  return `## What is it about?

This class action over an antidepressant has been settled with ${makerAtFirst}. The lawsuit says that drug makers broke the laws that protect competition, so buyers paid too much. **The drug makers deny that they did anything wrong.** The court has not decided who is right.

${
  decision.isOver
    ? `There is also a ${other.year} settlement of ${dollars(other.fund)} with ${other.maker}.`
    : `There was an earlier settlement, in ${other.year}: ${dollars(other.fund)} from ${other.maker}.`
} A claim that was filed in the ${brandDrug.earlierYear} settlement counts for both.

## Am I included?

You are probably included if you paid for the brand drug or its AB-rated generic. It comes in extended-release capsules of ${listed(brandDrug.strengthsInMilligrams)} mg. You must have bought it from ${longDate(brandDrug.classPeriod.from)} to ${longDate(brandDrug.classPeriod.to)}, for yourself, your family or the members of your plan. Only purchases in these states count: ${listed(brandDrug.states)}. Some buyers are excluded; see the website.

## What does it provide?

A fund of **${dollars(fund)}**. It first pays ${fees}, expenses, service awards, administration costs and taxes. Of the rest, ${pools.consumers}% goes to consumers and ${pools.thirdPartyPayors}% to third-party payors, such as health plans. Your share depends on what you paid and on how much others ${decision.isOver ? 'claimed' : 'claim'}.

## How do I get a payment?

${
  decision.isOver
    ? `If you filed a claim in this settlement, you do not need to file again. The deadline for new claims in it has passed. If you have not claimed, you may file a claim in the ${other.year} settlement with ${other.maker} by **${longDate(brandDrug.claimDeadline)}**. See its notice.`
    : `File a claim in this settlement, online or by mail, by **${longDate(decision.claimDeadline)}**. If you filed one in the ${brandDrug.earlierYear} settlement, you do not need to file again.`
} Payments are made after court approval and all appeals, digitally or by check if you ask for one.

## What are my other options?

${
  decision.isOver
    ? `The court’s order set the dates for claims, exclusions and objections. They have passed and are not repeated here. Everyone who did not leave the class gives up the right to sue ${maker} over this case.`
    : bulletList([
        `**Exclude yourself** by ${longDate(decision.exclusionDeadline)}. You get no payment, but you keep your right to sue ${maker}.`,
        `**Object** by ${longDate(decision.objectionDeadline)}. You stay in the class and tell the court what you do not like. The long-form notice explains how to do either.`,
        '**Do nothing.** You get no payment unless you claimed before, and you give up your right to sue.',
      ])
}

## When is the hearing?

${
  decision.isOver
    ? 'The hearing is over, and the court has approved this settlement.'
    : `A letter order moved it to **${longDate(decision.hearing.date)}, ${clockTime(decision.hearing.time)}**. The court will consider whether to approve the settlement and the fees. You may attend and ask to speak, but you do not have to.`
}

## Where can I learn more?

Read the long-form notice at **${facts.website}**, call **${facts.phone}** toll-free, or write to:

${facts.mailingAddress.join(', ')}

Please do not call the court.`;
}
