import { brandDrugExclusions } from '../class-definition.ts';
import { facts } from '../facts.ts';
import { clockTime, dollars, listed, longDate } from '../../shared/formats.ts';
import type { BrandDrugSettlement } from './brand-drug-settlements.ts';
import { excludingYourself, ifYouDoNothing, whatYouGiveUp } from './long-form-notice-choices.ts';
import { hearing, lawyers, objecting } from './long-form-notice-court.ts';
import { howToGetPayment, whatItProvides } from './long-form-notice-payment.ts';
import { addressLines, bulletList, table } from '../../shared/documents/markdown.ts';

const { brandDrug } = facts;
const period = `${longDate(brandDrug.classPeriod.from)} to ${longDate(brandDrug.classPeriod.to)}`;
const claimDeadline = longDate(brandDrug.claimDeadline);
const emailLink = `[${facts.email}](mailto:${facts.email})`;

/** The long-form notice in Markdown, with numbered questions. */
export function longFormNotice(settlement: BrandDrugSettlement): string {
  return numberQuestions(
    [
      opening(settlement),
      rightsAndOptions(settlement),
      basicInformation(settlement),
      whoIsIncluded,
      whatItProvides(settlement),
      howToGetPayment(settlement),
      whatYouGiveUp(settlement),
      excludingYourself(settlement),
      objecting(settlement),
      lawyers(settlement),
      hearing(settlement),
      ifYouDoNothing(settlement),
      moreInformation,
    ].join('\n\n'),
  );
}

/** Numbers the third-level headings. */
export function numberQuestions(markdown: string): string {
  let number = 0;
  return markdown.replace(/^### /gm, () => `### ${(number += 1)}. `);
}

function opening({ fund, makerAtFirst, other, decision }: BrandDrugSettlement): string {
  const claims = decision.isOver
    ? [
        'The court’s order set the dates of this settlement. They have passed and are not repeated here.',
        'If you filed a claim in this settlement, you do not need to file again. **That claim counts for both settlements.**',
        `There is also a ${other.year} settlement of ${dollars(other.fund)} with ${other.maker}. If you have not claimed before, you may file a claim in that one by **${claimDeadline}**.`,
      ]
    : [
        `To get a payment, you must file a claim by **${claimDeadline}**.`,
        `There was an earlier settlement, in ${other.year}: ${dollars(other.fund)} from ${other.maker}. If you filed a claim in it, you do not need to file again. **That claim counts for both settlements.**`,
        `A claim filed now is a claim in this settlement with the generic maker.`,
      ];
  return `_The ${facts.court} authorized this notice. It is not an advertisement from a lawyer. You are not being sued._

## A notice from the court

**Did you pay for this antidepressant or its generic from ${period}? Then a settlement may affect your rights.** Please read this notice carefully.

${bulletList([
  `There is a **${dollars(fund)}** settlement with ${makerAtFirst} over an antidepressant. It is part of a class action called _${facts.caption}_, ${facts.docketNumber}.`,
  `It is for consumers and third-party payors who bought the brand drug or its generic in ${brandDrug.states.length} states. A third-party payor (TPP) is a health plan, an insurer or another group that paid for its members’ drugs.`,
  ...claims,
  'Your legal rights are affected whether you act or not.',
])}`;
}

function rightsAndOptions({ decision, maker, other }: BrandDrugSettlement): string {
  const noPayment = `You get no payment, unless you claimed in the ${brandDrug.earlierYear} settlement. You give up your right to sue ${maker} over this case.`;
  const isOver = 'Over: set by the court’s order';
  const rows = decision.isOver
    ? [
        [
          '**Submit a claim**',
          `This was the only way to get a payment. A claim filed now is a claim in the ${other.year} settlement with ${other.maker}.`,
          isOver,
        ],
        ['**Exclude yourself**', `This would have kept your right to sue ${maker}.`, isOver],
        ['**Object**', 'You would have told the court what you did not like about the settlement.', isOver],
        ['**Go to the hearing**', 'The court has held the hearing and made its decision.', isOver],
        ['**Do nothing**', noPayment, 'No deadline'],
      ]
    : [
        ['**Submit a claim**', 'The only way to get a payment.', `${claimDeadline}, online or postmarked`],
        [
          '**Exclude yourself**',
          `You get no payment. You keep your right to sue ${maker} over this case.`,
          `${longDate(decision.exclusionDeadline)}, postmarked`,
        ],
        [
          '**Object**',
          'You stay in the class and tell the court what you do not like about the settlement.',
          `${longDate(decision.objectionDeadline)}, postmarked`,
        ],
        [
          '**Go to the hearing**',
          'You ask to speak in court about the fairness of the settlement.',
          `${longDate(decision.hearing.date)}, ${clockTime(decision.hearing.time)}`,
        ],
        ['**Do nothing**', noPayment, 'No deadline'],
      ];
  return `## Your rights and options

${table(['You may', 'What it means', 'Deadline'], rows)}

${
  decision.isOver
    ? 'The court’s orders set the dates for claims, for excluding yourself, for objecting and for the hearing. Those dates have passed and are not repeated here. You can read the orders on the settlement website.'
    : 'The rest of this notice explains each choice. The court moved the hearing to the date above in a letter order. It still has to decide whether to approve the settlement.'
}`;
}

function basicInformation({ maker, decision, year, other }: BrandDrugSettlement): string {
  return `## Basic information

### Why did I get this notice?

You have a right to know about the settlement and your choices${
    decision.isOver ? '' : ' before the court decides whether to approve it'
  }. This notice explains the case, the settlement and your rights.${decision.isOver ? ' This notice was updated after the court approved the settlement.' : ''}

The case is in the ${facts.court}. It is called _${facts.caption}_, ${facts.docketNumber}.

### What is the lawsuit about?

The lawsuit is about a brand-name antidepressant and its generics. It says that drug makers broke the laws that protect competition, so buyers paid too much for the brand drug and its generics.

The drug comes in extended-release capsules of ${listed(brandDrug.strengthsInMilligrams)} mg. The drug makers deny that they did anything wrong. The court has not decided who is right.

### What is a class action?

In a class action, a few people or companies, called class representatives, sue on behalf of everyone with the same kind of claim. Together they are the class. One court decides the case for all class members, except those who exclude themselves.

### Why is there a settlement?

The court did not decide in favor of either side. Both sides agreed to settle instead. This avoids the cost and risk of a trial, and class members can be paid. The class representatives and their lawyers think the settlement is best for the class.

### Why are there two settlements?

Two drug makers settled at different times. This notice is about the ${year} settlement with ${maker}. The ${other.year} settlement is with ${other.maker} and has its own notice.

A claim that was filed in the ${brandDrug.earlierYear} settlement counts for both. A claim filed now is a claim in the ${brandDrug.newerYear} settlement with the generic maker.`;
}

const whoIsIncluded = `## Who is included

### How do I know if I am a class member?

You are a class member if you are a consumer or a third-party payor as described here. You must have paid for the brand drug or an AB-rated generic. That is a generic that pharmacists may give in place of the brand.

**Consumers.** You are a class member if all of this is true:

${bulletList([
  'you paid for some or all of the price of the brand drug, or of an AB-rated generic;',
  `you bought it from ${period};`,
  `you bought it in one of the ${brandDrug.states.length} states listed below;`,
  'you bought it for yourself or your family, and not to sell it.',
])}

**Third-party payors.** A TPP is a class member if all of this is true:

${bulletList([
  'it paid, or paid back, some or all of the price of the brand drug, or of an AB-rated generic;',
  `the drug was bought from ${period};`,
  `it was bought in one of the ${brandDrug.states.length} states listed below;`,
  'the TPP paid for its members, employees, insureds or others in its plan, and not to sell the drug.',
])}

### Which states are included?

The drug must have been bought in one of these ${brandDrug.states.length} states:

**${listed(brandDrug.states)}.**

What counts is where the drug was bought. It does not matter where you live now.

### Who is not included?

These are not part of the class:

${bulletList(brandDrugExclusions)}

### What if I am not sure?

Call ${facts.phone}, toll-free, or write to the settlement administrator. The list of drug codes on the settlement website includes every product that counts.`;

const moreInformation = `## Getting more information

### How do I get more information?

This notice is a summary. You can find the full settlement agreement on the settlement website, with the claim forms, the plan of allocation and the other court papers.

${bulletList([`**Website:** ${facts.website}`, `**Phone, toll-free:** ${facts.phone}`, `**Email:** ${emailLink}`])}

**Mail:**

${addressLines(facts.mailingAddress)}

Filing a claim is free. We never ask for money, and we do not ask for bank details by phone or email. **Please do not call the court or the clerk’s office about this notice.**`;
