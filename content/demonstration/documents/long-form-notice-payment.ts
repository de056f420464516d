import { facts, pools } from '../facts.ts';
import { dollars, longDate } from '../../shared/formats.ts';
import type { BrandDrugSettlement, PendingDecision } from './brand-drug-settlements.ts';
import { addressLines, bulletList } from '../../shared/documents/markdown.ts';

const { brandDrug } = facts;

/* The parts of the long-form notice about the money and the claims for it. */

export function whatItProvides({ fund, maker, decision }: BrandDrugSettlement): string {
  const fees = decision.isOver
    ? 'lawyers’ fees, in the amount the court allowed'
    : `lawyers’ fees of up to ${decision.feePercent}% of the fund, if the court allows them`;
  return `## What the settlement provides

### How large is the settlement?

In this settlement, ${maker} pays **${dollars(fund)}** into a settlement fund. The fund first pays:

${bulletList([
  `${fees};`,
  'the lawyers’ expenses, and service awards to the class representatives, as the court allows;',
  'the costs of sending notices and handling claims;',
  'taxes on the fund.',
])}

What is left is the net settlement fund. It is paid to class members ${decision.isOver ? 'who filed' : 'who file'} valid claims.

### How is the money divided?

The net settlement fund is divided into two pools:

${bulletList([`**${pools.thirdPartyPayors}% for third-party payors;**`, `**${pools.consumers}% for consumers.**`])}

Your share of your pool depends on how much you paid for the drug, compared with everyone else ${decision.isOver ? 'who claimed' : 'who claims'} from the pool. If you paid one percent of the total, your share is one percent of the pool.

Any money that one pool does not use goes to the other pool. Shares below the minimum payment are not paid. The plan of allocation on the settlement website has the rules and an example.

### How much will I get?

We can’t say yet. It depends on how many people and plans ${decision.isOver ? 'claimed' : 'claim'}, how much they paid, and what is taken out first.`;
}

export function howToGetPayment({ decision }: BrandDrugSettlement): string {
  return `## How to get a payment

${decision.isOver ? claimsAreOver : howToFile(decision)}

### What happens to my claim?

The settlement administrator reviews each claim and may ask you for documents. If we reduce or reject your claim, we will tell you why, and you may ask us to review it again. If we still disagree, you may ask the court to decide.

### When and how will I be paid?

Payments are made after the court has approved the settlement and all appeals are resolved. ${
    decision.isOver
      ? 'We will post payment updates on the settlement website.'
      : 'This can take time. We will post updates on the settlement website.'
  }

You can be paid through a payment app, by direct deposit, or by paper check if you ask for one. If your address changes, tell us so that your payment reaches you.`;
}

const claimsAreOver = `### Can I still file a claim?

Not in this settlement. The deadline in the court’s order has passed.

A claim filed now is a claim in the ${brandDrug.newerYear} settlement with the generic maker. If you have not claimed before, you may file one by **${longDate(brandDrug.claimDeadline)}**. It is free. The notice of the ${brandDrug.newerYear} settlement explains how, and what proof you need.

### I already filed a claim. Do I need to file again?

No. If you filed a claim in this settlement, that claim counts for both settlements. You do not need to do anything else.`;

function howToFile({ claimDeadline }: PendingDecision): string {
  return `### How do I file a claim?

File a claim form online or by mail by **${longDate(claimDeadline)}**. It is free. It is a claim in this settlement with the generic maker.

${bulletList([
  '**Consumers, online:** go to the settlement website. Log in with the Notice ID and the Unique ID from the notice that we sent you.',
  '**Third-party payors, online:** go to the settlement website. You do not need to log in. An agent may file for you if you gave it written permission first.',
  '**By mail:** download the claim form from the website, or call us and we will send you one. It must be postmarked by the deadline.',
])}

Mail the form to:

${addressLines(facts.mailingAddress)}

### I already filed a claim. Do I need to file again?

No. If you filed a claim in the ${brandDrug.earlierYear} settlement, that claim counts for both settlements. You do not need to do anything else.

### What proof do I need?

Consumers can file without documents. Your best estimate of what you paid is fine. If you have pharmacy receipts or printouts, add copies.

Third-party payors must send membership data: how many members they had in each state and year. A TPP that claims ${dollars(brandDrug.tppTransactionDataFrom)} or more must also send data on each purchase. The TPP instructions on the website explain what to include.`;
}
