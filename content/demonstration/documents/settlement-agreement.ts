import { facts } from '../facts.ts';
import { dollars, listed, longDate } from '../../shared/formats.ts';
import type { BrandDrugSettlement } from './brand-drug-settlements.ts';
import { numberedList } from '../../shared/documents/markdown.ts';

const { brandDrug } = facts;

/**
 * The specimen agreement in Markdown. Forms and notices refer to the release by its paragraph
 * number, so its position in the list matters.
 */
export function settlementAgreement(settlement: BrandDrugSettlement): string {
  return `This agreement is between ${settlement.maker} and the class representatives, for themselves and for the class. It ends their part of the lawsuit. In short, its paragraphs say:

${numberedList(agreementParagraphs(settlement))}`;
}

export function agreementParagraphs({ fund, maker, decision }: BrandDrugSettlement): readonly string[] {
  const fees = decision.isOver
    ? 'The lawyers for the class may ask the court for fees.'
    : `The lawyers for the class may ask the court for fees of up to ${decision.feePercent}% of the fund.`;
  return [
    '**Definitions.** This paragraph defines the terms of the agreement.',
    `**The class.** It is made up of consumers and third-party payors in ${brandDrug.states.length} states: ${listed(brandDrug.states)}. They paid for the brand drug or its AB-rated generic from ${longDate(brandDrug.classPeriod.from)} to ${longDate(brandDrug.classPeriod.to)}, and not to sell it.`,
    '**Who is not in the class.** The notices and claim forms have the list.',
    `**The settlement fund.** In this settlement, ${maker} pays ${dollars(fund)}, and no more.`,
    '**Where the money is kept.** It is kept in an account that the court oversees.',
    '**What is paid out of the fund.** Fees, expenses, service awards, administration costs and taxes are paid, as the court allows. The rest is the net settlement fund.',
    '**How the rest is divided.** The plan of allocation describes this. The court must approve that plan.',
    `**Fees and expenses.** ${fees} The settlement does not depend on them.`,
    '**Notice.** Class members receive notice of the settlement by mail, by email and on a website.',
    '**Leaving or objecting.** Class members may exclude themselves, or object, by the dates that the court sets.',
    '**Approval.** The settlement takes effect only if the court approves it and all appeals are resolved.',
    `**Release.** Class members who did not exclude themselves give up all claims against ${maker} about the matters of this lawsuit. They may not sue over them, alone or in another lawsuit, whether they file a claim form or not. Claims against others are not released here. Class members do not give up claims that have nothing to do with competition for this drug, such as personal injury claims.`,
    `**No admission.** By signing, ${maker} does not admit that it did anything wrong.`,
    '**If the court does not approve.** The agreement ends, and the lawsuit goes on as if it had never been signed.',
    '**The court’s authority.** The court decides any question about this agreement and about claims.',
  ];
}
