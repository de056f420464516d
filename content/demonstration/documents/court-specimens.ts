import { facts, pools } from '../facts.ts';
import { clockTime, dollars, listed, longDate } from '../../shared/formats.ts';
import type { BrandDrugSettlement, PendingDecision } from './brand-drug-settlements.ts';
import { bulletList } from '../../shared/documents/markdown.ts';

/* One-page specimens of court papers in Markdown. They state the facts of the case and the
   purpose of the paper, and do not invent the content of the filed original. */

const { brandDrug } = facts;
const lawFirms = listed(facts.classCounsel.map(([firm]) => firm));
const period = `${longDate(brandDrug.classPeriod.from)} to ${longDate(brandDrug.classPeriod.to)}`;
const theClass = `consumers and third-party payors in ${brandDrug.states.length} states. They paid for the brand drug or its AB-rated generic from ${period}, and not to sell it. The states are ${listed(brandDrug.states)}.`;

export function complaint({ maker }: BrandDrugSettlement): string {
  return `## The parties

The class representatives sue ${maker} of an antidepressant. They sue on behalf of themselves and this class: ${theClass}

## The allegations

The complaint says that drug makers broke the laws that protect competition. As a result, buyers paid too much for the brand drug and its generics. The drug comes in extended-release capsules of ${listed(brandDrug.strengthsInMilligrams)} mg. These allegations have not been proven. The drug makers deny that they did anything wrong.

## What they ask for

The class representatives ask the court:

${bulletList([
  'to let the case go forward as a class action;',
  'to find that the laws of the class states were broken;',
  'to award the class the money that it overpaid, with interest and costs;',
  'to try the case before a jury.',
])}`;
}

export function declaration({ fund, maker, year }: BrandDrugSettlement): string {
  return `A lawyer for the class states the following under penalty of perjury, in support of the ${year} settlement with ${maker}.

## The lawyer

The lawyer is with one of the firms appointed to represent the class: ${lawFirms}. The lawyer has first-hand knowledge of these matters.

## How the settlement came about

The declaration describes the lawyers’ work in the case, including their investigation and the negotiations. Lawyers for both sides negotiated at arm’s length. ${maker[0]?.toUpperCase()}${maker.slice(1)} agreed to pay ${dollars(fund)}.

## Why the lawyers support it

The declaration compares what the class gets now with the risk, cost and length of a trial. In the lawyer’s view the settlement is fair, reasonable and adequate.

## What is attached

The settlement agreement, the notices, the claim forms and the plan of allocation are attached.`;
}

export function memorandum({ fund, maker, decision }: BrandDrugSettlement): string {
  return `The lawyers for the class ask the court to approve the settlement with ${maker}. This memorandum gives the reasons.

## The settlement

In it, ${maker} pays ${dollars(fund)}. The net settlement fund goes to class members with valid claims: ${pools.thirdPartyPayors}% to third-party payors and ${pools.consumers}% to consumers.

## Why it is fair

${bulletList([
  'It was made at arm’s length, by lawyers who know such cases.',
  'A trial would be long, costly and uncertain for both sides.',
  'Class members are treated alike: those of one pool share by what they paid.',
])}

## Why the class should be certified

There are too many class members for each to sue alone. Their questions are the same: whether competition was harmed, and whether buyers therefore paid too much. The class is made up of ${theClass}

## Notice and fees

Class members receive notice by mail, by email and on a website. ${
    decision.isOver
      ? 'The lawyers ask for their fees and expenses out of the fund. The court decides how much.'
      : `The lawyers ask for fees of up to ${decision.feePercent}% of the fund. That is at most ${dollars(decision.feeAtMost)}. The court decides how much.`
  }`;
}

export function proposedOrder({ fund, maker, year }: BrandDrugSettlement): string {
  return `_The lawyers for the class ask the court to sign this order. It has no effect until the court does._

Upon the request of the class representatives, and after reading the settlement agreement, the court orders as follows:

## Approval

The court preliminarily approves the ${year} settlement with ${maker} for ${dollars(fund)}. It appears fair, reasonable and adequate, subject to a hearing.

## The class

For this settlement the class is made up of ${theClass}

## Lawyers and administrator

The court appoints ${lawFirms} as class counsel. It appoints the settlement administrator to give notice and process claims.

## Notice and dates

The notices are approved. The court will set the dates for claims, exclusions, objections and the hearing.

**So ordered.**

Judge’s signature and date: left blank until the court signs`;
}

export function preliminaryApprovalOrder(settlement: BrandDrugSettlement): string {
  const { fund, maker, year } = settlement;
  return `The court has read the settlement agreement and the memorandum of the lawyers for the class. It orders as follows:

## Preliminary approval

The ${year} settlement with ${maker} for ${dollars(fund)} appears fair enough to notify the class. The court will make a final decision after a hearing.

## The class and its lawyers

For this settlement the class is made up of ${theClass} The court appoints ${lawFirms} as class counsel.

## Notice

The notices may be sent. They explain class members’ rights in plain language.

## Dates

${settlement.decision.isOver ? 'The original order sets the dates for claims, exclusions, objections and the hearing.' : datesOfOrder(settlement.decision)}`;
}

function datesOfOrder({ claimDeadline, exclusionDeadline, objectionDeadline }: PendingDecision): string {
  return bulletList([
    `Claims: **${longDate(claimDeadline)}**, online or postmarked`,
    `Requests for exclusion: **${longDate(exclusionDeadline)}**`,
    `Objections: **${longDate(objectionDeadline)}**`,
    'Hearing: on the date in the original order. A later letter order moved it.',
  ]);
}

/** Used for a settlement whose hearing was moved. */
export function letterOrder({ hearing }: PendingDecision, { year, maker }: BrandDrugSettlement): string {
  return `To the lawyers in this case:

## The hearing is moved

The court moves the final approval hearing on the ${year} settlement with ${maker}. It is now on:

**${longDate(hearing.date)}, at ${clockTime(hearing.time)}**

The hearing will be held at the courthouse, ${facts.courtAddress.slice(1).join(', ')}.

## What does not change

All other dates stay the same. The settlement administrator will post the new date on the settlement website. No other notice is required.

**So ordered.**`;
}

export function finalApprovalOrder({ fund, maker, year, decision }: BrandDrugSettlement): string {
  return `The court has held the final approval hearing. It has considered the settlement, the notices and what class members wrote. It orders as follows:

## Approval

The ${year} settlement with ${maker} for ${dollars(fund)} is fair, reasonable and adequate. The court gives it final approval. It also approves the plan of allocation.

## The class

The class is made up of ${theClass} Those who asked in time to be excluded are not part of it.

## Release

The release in Paragraph ${brandDrug.releaseParagraph} of the settlement agreement takes effect as stated in the agreement. This part of the lawsuit is dismissed.

## Fees

The original order states the fees, expenses and service awards that the court allows.${
    decision.isOver ? '' : ` The lawyers asked for fees of up to ${decision.feePercent}% of the fund.`
  }

## Payment

Payments are made once all appeals are resolved. The court keeps its authority over the settlement until then.${
    decision.isOver
      ? ''
      : `

The settlement website announced final approval on **${longDate(brandDrug.finalApproval)}**. See the original for the date of the order itself.`
  }`;
}
