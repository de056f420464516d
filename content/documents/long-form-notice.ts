import { brandDrugExclusions } from '../class-definition.ts';
import { facts, pools } from '../facts.ts';
import { clockTime, dollars, listed, longDate } from '../formats.ts';
import type { BrandDrugSettlement } from './brand-drug-settlements.ts';
import { excludingYourself, ifYouDoNothing, whatYouGiveUp } from './long-form-notice-choices.ts';
import { hearing, lawyers, objecting } from './long-form-notice-court.ts';
import { addressLines, bulletList, table } from './markdown.ts';

const { brandDrug } = facts;
const period = `${longDate(brandDrug.classPeriod.from)} to ${longDate(brandDrug.classPeriod.to)}`;
const claimDeadline = longDate(brandDrug.claimDeadline);
const emailLink = `[${facts.email}](mailto:${facts.email})`;

/** The long-form notice in Markdown. Its questions are numbered through. */
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

/** Puts a number before each third-level heading. */
export function numberQuestions(markdown: string): string {
  let number = 0;
  return markdown.replace(/^### /gm, () => `### ${(number += 1)}. `);
}

function opening({ fund, makerAtFirst, other }: BrandDrugSettlement): string {
  return `_The ${facts.court} authorized this notice. It is not an advertisement from a lawyer, and nobody is suing you._

## A notice from the court

**Did you pay for this antidepressant or its generic from ${period}? Then a settlement may affect your rights.** Please read this notice with care.

${bulletList([
  `There is a settlement of **${dollars(fund)}** over an antidepressant, with ${makerAtFirst}. It is part of a class action called _${facts.caption}_, ${facts.docketNumber}.`,
  `It is for consumers and third-party payors who bought the brand drug, or a generic like it, in ${brandDrug.states.length} states. A third-party payor (TPP) is a health plan, an insurer or another group that paid for its members’ drugs.`,
  `To get a payment, you must file a claim by **${claimDeadline}**.`,
  `There is also a settlement of ${dollars(other.fund)} with ${other.maker}. **One claim counts for both settlements.** If you filed a claim in the ${brandDrug.earlierYear} settlement, you do not need to file again.`,
  'Your legal rights are affected whether you act or not.',
])}`;
}

function rightsAndOptions({ decision, maker }: BrandDrugSettlement): string {
  const noPayment = `You get no payment, unless you claimed in the ${brandDrug.earlierYear} settlement. You give up your right to sue ${maker} over this case.`;
  const rows = decision.isOver
    ? [
        ['**Submit a claim**', 'The only way to get a payment. Your claim counts for both settlements.', claimDeadline],
        ['**Exclude yourself**', `This would have kept your right to sue ${maker}.`, 'Over: set by the court’s order'],
        ['**Object**', 'This would have told the court what you did not like.', 'Over: set by the court’s order'],
        ['**Go to the hearing**', 'The court has held it and has made its decision.', 'Over: set by the court’s order'],
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
          'You stay in the class, and you tell the court what you do not like.',
          `${longDate(decision.objectionDeadline)}, postmarked`,
        ],
        [
          '**Go to the hearing**',
          'You ask to speak in court about whether the settlement is fair.',
          `${longDate(decision.hearing.date)}, ${clockTime(decision.hearing.time)}`,
        ],
        ['**Do nothing**', noPayment, 'No deadline'],
      ];
  return `## Your rights and options

${table(['You may', 'What it means', 'Deadline'], rows)}

${
  decision.isOver
    ? 'The court’s orders set the dates for excluding yourself, objecting and the hearing. Those dates have passed. You can read the orders on the settlement website.'
    : 'The rest of this notice explains each choice. A letter order of the court moved the hearing to the day above. The court still has to decide whether to approve the settlement.'
}`;
}

function basicInformation({ maker, decision, year, other }: BrandDrugSettlement): string {
  return `## Basic information

### Why is there a notice?

You have a right to know about the settlement and about your choices${
    decision.isOver ? '' : ' before the court decides whether to approve it'
  }. This notice explains the case, the settlement and your rights.${decision.isOver ? ' The court has approved the settlement, and this notice was brought up to date after that.' : ''}

The case is before the ${facts.court}. Its name is _${facts.caption}_, and its number is ${facts.docketNumber}.

### What is the lawsuit about?

The lawsuit is about a brand-name antidepressant and its generics. It says that drug makers broke the laws that protect competition. It says that buyers therefore paid too much, both for the brand drug and for its generics.

The drug comes in extended-release capsules of ${listed(brandDrug.strengthsInMilligrams)} mg. The drug makers deny that they did anything wrong. The court has not decided who is right.

### What is a class action?

In a class action, a few people or companies sue for everyone with the same kind of claim. They are the class representatives. Everyone together is the class. One court decides for all class members, except for those who exclude themselves.

### Why is there a settlement?

The court did not decide for either side. Both sides agreed to settle instead. That way they avoid the cost and the risk of a trial, and class members can be paid. The class representatives and their lawyers think that the settlement is best for the class.

### Why are there two settlements?

Two drug makers settled at different times. This notice is about the ${year} settlement with ${maker}. The ${other.year} settlement is with ${other.maker} and has a notice of its own. Both have the same class, the same states and the same period.`;
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

What counts is where the drug was bought. You may live in any state now.

### Who is not included?

These are not part of the class:

${bulletList(brandDrugExclusions)}

### What if I am not sure?

Call ${facts.phone}, toll-free, or write to the settlement administrator. The list of drug codes on the settlement website names each product that counts.`;

function whatItProvides({ fund, maker, decision }: BrandDrugSettlement): string {
  const fees = decision.isOver
    ? 'lawyers’ fees in the amount that the court allowed'
    : `lawyers’ fees of up to ${decision.feePercent}% of the fund, if the court allows them`;
  return `## What the settlement provides

### How large is the settlement?

In this settlement, ${maker} pays **${dollars(fund)}** into a settlement fund. These are taken out of the fund first:

${bulletList([
  `${fees};`,
  'the lawyers’ expenses, and service awards to the class representatives, as the court allows;',
  'the costs of giving notice and of handling claims;',
  'taxes on the fund.',
])}

What is left is the net settlement fund. It is paid to class members who file valid claims.

### How is the money divided?

The net settlement fund is divided into two pools:

${bulletList([`**${pools.thirdPartyPayors}% for third-party payors;**`, `**${pools.consumers}% for consumers.**`])}

Your share of your pool depends on what you paid for the drug. It also depends on what everyone else who claims from your pool paid. If you paid one percent of the total, your share is one percent of the pool.

What one pool does not use goes to the other pool. Shares below the minimum payment are not paid. The plan of allocation gives the rules and an example. You can read it on the settlement website.

### How much will I get?

Nobody can tell yet. It depends on how many people and plans claim, how much they paid, and what is taken out first.`;
}

function howToGetPayment({ decision }: BrandDrugSettlement): string {
  return `## How to get a payment

### How do I file a claim?

You file a claim form, online or by mail, by **${claimDeadline}**. It is free.

${bulletList([
  '**Consumers, online:** go to the settlement website. Log in with the Notice ID and the Unique ID from the notice that we sent you.',
  '**Third-party payors, online:** go to the settlement website. You need no login. An agent may file for you if you gave it written permission before.',
  '**By mail:** download the claim form from the website, or call us and we will send it to you. It must be postmarked by the deadline.',
])}

Mail the form to:

${addressLines(facts.mailingAddress)}

### I already filed a claim. Must I file again?

No. If you filed a claim in the ${brandDrug.earlierYear} settlement, that claim counts for both settlements. You do not need to do anything more.

### What proof do I need?

Consumers can file without documents. Your best estimate of what you paid is fine. If you have receipts or print-outs from your pharmacy, add copies.

Third-party payors send membership data: how many members they had in each state and year. If a TPP claims ${dollars(brandDrug.tppTransactionDataFrom)} or more, it also sends data on each purchase. The TPP instructions on the website say what the data must hold.

### What happens to my claim?

The settlement administrator checks each claim and may ask you for documents. A claim can be reduced or rejected. Then we tell you why, and you may ask for another review. If we still do not agree, you may ask the court to decide.

### When and how will I be paid?

Payments are made after the court has approved the settlement and all appeals are resolved. ${
    decision.isOver
      ? 'News about payments will stand on the settlement website.'
      : 'That can take time. Please be patient, and look for news on the settlement website.'
  }

You can be paid digitally: through a payment app or by direct deposit. If you ask for it, you get a paper check. Tell us if your address changes, so that your payment finds you.`;
}

const moreInformation = `## Getting more information

### How do I get more information?

This notice is a summary. The settlement agreement has every detail. You find it on the settlement website, with the claim forms, the plan of allocation and the other court papers.

${bulletList([`**Website:** ${facts.website}`, `**Phone, toll-free:** ${facts.phone}`, `**Email:** ${emailLink}`])}

**Mail:**

${addressLines(facts.mailingAddress)}

Filing a claim is free. We never ask you for money, and we do not ask for bank details by phone or email. **Please do not call the court or the clerk’s office about this notice.**`;
