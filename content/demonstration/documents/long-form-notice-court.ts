import { facts } from '../facts.ts';
import { clockTime, dollars, longDate } from '../../shared/formats.ts';
import type { BrandDrugSettlement, PendingDecision } from './brand-drug-settlements.ts';
import { addressLines, bulletList } from '../../shared/documents/markdown.ts';

const courthouse = facts.courtAddress.slice(1).join(', ');

/* The parts of the long-form notice about the court: objections, the lawyers, the hearing. */

export function objecting(settlement: BrandDrugSettlement): string {
  return settlement.decision.isOver ? objectingIsOver(settlement) : objectingInTime(settlement.decision);
}

function objectingInTime({ objectionDeadline }: PendingDecision): string {
  return `## Objecting

### How do I tell the court what I do not like about the settlement?

If you stay in the class, you can object to all or part of the settlement. You can also object to the plan of allocation or to the lawyers’ fees. You can object and still file a claim.

Send the court a letter postmarked by **${longDate(objectionDeadline)}**. It must include:

${bulletList([
  `the name of the case: _${facts.caption}_, ${facts.docketNumber};`,
  'your name, address and telephone number;',
  'a statement that you object, and why, with any papers that support your reasons;',
  'why you are a class member: what you bought, where, and about when;',
  'whether you object only for yourself, for part of the class, or for the whole class;',
  'the name of your lawyer, if you have one for this objection;',
  'whether you or your lawyer want to speak at the hearing;',
  'your own signature and the date.',
])}

Mail it to the court at the address below. Also mail a copy to each law firm named under “The lawyers and their fees”.

${addressLines(facts.courtAddress)}

### What is the difference between objecting and excluding myself?

Objecting means telling the court what you do not like about the settlement. You can object only if you stay in the class. If you exclude yourself, you cannot object, because the settlement no longer affects you.`;
}

function objectingIsOver({ other }: BrandDrugSettlement): string {
  return `## Objecting

### Can I still object?

No. The deadline in the court’s order has passed, and the court has approved the settlement.

The ${other.year} settlement with ${other.maker} has its own deadline. See its notice.`;
}

export function lawyers({ fund, decision }: BrandDrugSettlement): string {
  return `## The lawyers and their fees

### Do I have a lawyer in this case?

Yes. The court appointed these firms to represent the class. They are called class counsel, and you do not pay them:

${facts.classCounsel.map((lines) => addressLines(lines)).join('\n\n')}

You may hire your own lawyer at your own cost.

### How are the lawyers paid?

${
  decision.isOver
    ? `The court decides how much the lawyers are paid. The amount it allowed is paid out of the ${dollars(fund)} fund before the money is divided. You can read the court’s order on the settlement website.`
    : `Class counsel ask the court for fees of up to ${decision.feePercent}% of the settlement fund. That is at most **${dollars(decision.feeAtMost)}** of the ${dollars(fund)}. They also ask the court to reimburse their expenses and to allow service awards for the class representatives. The court may allow less. All of this is paid out of the settlement fund.`
}`;
}

export function hearing(settlement: BrandDrugSettlement): string {
  return settlement.decision.isOver ? hearingIsOver(settlement) : hearingAhead(settlement.decision);
}

function hearingAhead({ hearing: { date, time }, objectionDeadline }: PendingDecision): string {
  return `## The hearing

### When and where will the court decide?

The court will hold a final approval hearing on **${longDate(date)}, at ${clockTime(time)}**, at ${courthouse}. A letter order moved the hearing to this date. The court may move it again without another notice, so check the settlement website before you travel.

At the hearing, the court will consider whether the settlement is fair, reasonable and adequate. It will also consider the plan of allocation, the lawyers’ fees and any objections. We do not know how long the decision will take.

### Do I have to attend? May I speak?

You do not have to attend. Class counsel will answer the court’s questions. If you sent an objection, the court will consider it even if you do not attend.

You may ask the court to let you speak. Say so in your objection, or send a letter called “Notice of Intention to Appear”. Mail it like an objection, postmarked by ${longDate(objectionDeadline)}. You cannot speak if you excluded yourself.`;
}

function hearingIsOver({ other }: BrandDrugSettlement): string {
  return `## The hearing

### Has the court approved the settlement?

Yes. The court held a hearing and approved the settlement. You can read the final approval order on the settlement website.

The ${other.year} settlement with ${other.maker} has its own hearing. See its notice for the date.`;
}
