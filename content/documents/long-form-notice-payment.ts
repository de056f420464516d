import { facts, pools } from '../facts.ts';
import { dollars, longDate } from '../formats.ts';
import type { BrandDrugSettlement, PendingDecision } from './brand-drug-settlements.ts';
import { addressLines, bulletList } from './markdown.ts';

const { brandDrug } = facts;

/* The parts of the long-form notice about the money and the claims for it. */

export function whatItProvides({ fund, maker, decision }: BrandDrugSettlement): string {
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

What is left is the net settlement fund. It is paid to class members ${decision.isOver ? 'who filed' : 'who file'} valid claims.

### How is the money divided?

The net settlement fund is divided into two pools:

${bulletList([`**${pools.thirdPartyPayors}% for third-party payors;**`, `**${pools.consumers}% for consumers.**`])}

Your share of your pool depends on what you paid for the drug. It also depends on what everyone else ${decision.isOver ? 'who claimed' : 'who claims'} from your pool paid. If you paid one percent of the total, your share is one percent of the pool.

What one pool does not use goes to the other pool. Shares below the minimum payment are not paid. The plan of allocation gives the rules and an example. You can read it on the settlement website.

### How much will I get?

Nobody can tell yet. It depends on how many people and plans ${decision.isOver ? 'claimed' : 'claim'}, how much they paid, and what is taken out first.`;
}

export function howToGetPayment({ decision }: BrandDrugSettlement): string {
  return `## How to get a payment

${decision.isOver ? claimsAreOver : howToFile(decision)}

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

const claimsAreOver = `### Can I still file a claim?

Not in this settlement. The court’s order set the last day for that, and it has passed.

A claim filed now is a claim in the ${brandDrug.newerYear} settlement with the generic maker. If you have not claimed before, you may file one by **${longDate(brandDrug.claimDeadline)}**. It is free. The notice of the ${brandDrug.newerYear} settlement says how, and what proof you need.

### I already filed a claim. Must I file again?

No. If you filed a claim in this settlement, that claim counts for both settlements. You do not need to do anything more.`;

function howToFile({ claimDeadline }: PendingDecision): string {
  return `### How do I file a claim?

You file a claim form, online or by mail, by **${longDate(claimDeadline)}**. It is free. It is a claim in this settlement with the generic maker.

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

Third-party payors send membership data: how many members they had in each state and year. If a TPP claims ${dollars(brandDrug.tppTransactionDataFrom)} or more, it also sends data on each purchase. The TPP instructions on the website say what the data must hold.`;
}
