import { facts } from '../facts.ts';
import { clockTime, dollars, listed, longDate } from '../formats.ts';
import type { BrandDrugSettlement, PendingDecision } from './brand-drug-settlements.ts';
import { addressLines, bulletList } from './markdown.ts';

const courthouse = facts.courtAddress.slice(1).join(', ');
const lawFirms = listed(facts.classCounsel.map(([firm]) => firm));

/* The parts of the long-form notice about the court: objections, the lawyers, the hearing. */

export function objecting(settlement: BrandDrugSettlement): string {
  return settlement.decision.isOver ? objectingIsOver(settlement) : objectingInTime(settlement.decision);
}

function objectingInTime({ objectionDeadline }: PendingDecision): string {
  return `## Objecting

### How do I tell the court that I do not like the settlement?

If you stay in the class, you can object to all or part of the settlement. You can also object to the plan of allocation or to the lawyers’ fees. You can object and still file a claim.

Send the court a letter. It must be postmarked by **${longDate(objectionDeadline)}** and say all of this:

${bulletList([
  `the name of the case: _${facts.caption}_, ${facts.docketNumber};`,
  'your name, address and telephone number;',
  'that you object, and your reasons, with any papers that support them;',
  'why you are a class member: what you bought, where and about when;',
  'whether the objection is only for you, for a part of the class or for all of it;',
  'the name of your lawyer, if you have one for this;',
  'whether you or your lawyer want to speak at the hearing;',
  'your own signature and the date.',
])}

Mail it to the court, and a copy to each of the law firms named under “The lawyers and their fees”:

${addressLines(facts.courtAddress)}

### What is the difference between objecting and excluding myself?

To object is to tell the court what you do not like. You can do that only if you stay in the class. If you exclude yourself, the settlement no longer concerns you, so you cannot object.`;
}

function objectingIsOver({ other }: BrandDrugSettlement): string {
  return `## Objecting

### Can I still object?

No. The court’s order set the last day for objections to this settlement, and it has passed. The court looked at the settlement and decided.

The ${other.year} settlement with ${other.maker} has a deadline of its own. Its notice says what it is.`;
}

export function lawyers({ fund, decision }: BrandDrugSettlement): string {
  return `## The lawyers and their fees

### Do I have a lawyer in this case?

Yes. The court named ${lawFirms} as lawyers for the class. They are called class counsel, and you do not pay them yourself:

${facts.classCounsel.map((lines) => addressLines(lines)).join('\n\n')}

You may hire a lawyer of your own, and pay for that yourself.

### How are the lawyers paid?

${
  decision.isOver
    ? `The court decides what the lawyers are paid. The amount that it allowed is paid out of the fund of ${dollars(fund)}, before the money is divided. The court’s order is on the settlement website.`
    : `Class counsel ask the court for fees of up to ${decision.feePercent}% of the settlement fund. That is at most **${dollars(decision.feeAtMost)}** of the ${dollars(fund)}. They also ask to be paid back their expenses, and for service awards to the class representatives. The court may allow less. All of it is paid out of the settlement fund.`
}`;
}

export function hearing(settlement: BrandDrugSettlement): string {
  return settlement.decision.isOver ? hearingIsOver(settlement) : hearingAhead(settlement.decision);
}

function hearingAhead({ hearing: { date, time }, objectionDeadline }: PendingDecision): string {
  return `## The hearing

### When and where does the court decide?

The court holds a final approval hearing on **${longDate(date)}, at ${clockTime(time)}**, at ${courthouse}. A letter order moved the hearing to this day. The court may move it again without another notice, so look at the settlement website before you travel.

At the hearing the court asks whether the settlement is fair, reasonable and adequate. It also looks at the plan of allocation, at the lawyers’ fees and at objections. Then it decides. We do not know how long that takes.

### Must I come? May I speak?

You do not have to come. Class counsel answer the court’s questions. If you sent an objection, the court reads it even if you do not come.

You may ask the court to let you speak. Say so in your objection, or send a letter called “Notice of Intention to Appear”. Mail it like an objection, postmarked by ${longDate(objectionDeadline)}. You cannot speak if you excluded yourself.`;
}

function hearingIsOver({ other }: BrandDrugSettlement): string {
  return `## The hearing

### Has the court approved the settlement?

Yes. The court’s order set the day of the hearing on this settlement. The hearing is over, and the court has approved the settlement. You can read the final approval order on the settlement website.

The ${other.year} settlement with ${other.maker} has a hearing of its own. Its notice says when.`;
}
