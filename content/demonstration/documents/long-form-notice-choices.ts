import { facts } from '../facts.ts';
import { longDate } from '../../shared/formats.ts';
import type { BrandDrugSettlement } from './brand-drug-settlements.ts';
import { addressLines, bulletList } from '../../shared/documents/markdown.ts';

const { brandDrug } = facts;

/* The parts of the long-form notice about a class member's choices. */

export function whatYouGiveUp({ maker, other, decision }: BrandDrugSettlement): string {
  return `## What you give up

### What do I give up if I stay in the class?

${decision.isOver ? 'Class members who did not exclude themselves' : 'If you do not exclude yourself, you'} stay in the class. ${
    decision.isOver ? 'They' : 'You'
  } cannot sue ${maker} over the matters of this case, alone or as part of another lawsuit. This is true even for those who ${decision.isOver ? 'did' : 'do'} not file a claim. All of the court’s orders in this case apply to every class member.

Giving up the right to sue is called a release. The exact words are in **Paragraph ${brandDrug.releaseParagraph} of the settlement agreement**. You can read it on the settlement website. The lawyers for the class can answer questions about it at no cost to you.

This release covers ${maker}. The ${other.year} settlement with ${other.maker} has its own release.`;
}

export function excludingYourself({ maker, decision, other }: BrandDrugSettlement): string {
  if (decision.isOver)
    return `## Excluding yourself

### Can I still exclude myself?

No. The deadline in the court’s order has passed. If you excluded yourself in time, you are not part of this settlement. You get no payment from it, but you kept your right to sue ${maker}.

The ${other.year} settlement with ${other.maker} has its own deadline. See its notice.`;
  return `## Excluding yourself

### What does it mean to exclude myself?

It means that you leave the class. You get no payment from this settlement, and you cannot object to it. You keep your right to sue ${maker} over this case, at your own cost.

### How do I exclude myself?

Mail a letter postmarked by **${longDate(decision.exclusionDeadline)}**. It must include:

${bulletList([
  `the name of the case: _${facts.caption}_, ${facts.docketNumber};`,
  'your name, address and telephone number;',
  `that you want to be excluded from the settlement with ${maker};`,
  'that you are a consumer or a third-party payor who bought the drug as described in this notice;',
  'for a company or plan: its full name, and the name and position of the person signing for it;',
  'your own signature and the date.',
])}

Mail it to:

${addressLines([facts.mailingAddress[0], 'Requests for Exclusion', ...facts.mailingAddress.slice(1)])}

You cannot exclude yourself by phone, by email or on the website. Each person must send a separate letter. One letter cannot exclude a group.

### If I exclude myself, can I get a payment?

No. Do not file a claim if you want to be excluded.`;
}

export function ifYouDoNothing({ maker, decision, other }: BrandDrugSettlement): string {
  return `## If you do nothing

### What happens if I do nothing?

You get no payment. You stay in the class, and you give up your right to sue ${maker} over the matters of this case. If you filed a claim in the ${brandDrug.earlierYear} settlement, you do not need to do anything: that claim counts for both settlements.${
    decision.isOver
      ? `

If you have not claimed, you may still file a claim in the ${other.year} settlement with ${other.maker}. See its notice for how to file.`
      : ''
  }`;
}
