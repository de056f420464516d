// The people included in the settlement, by claim form. Replace these sentences with the words of
// the court's order, as plainly as you can: the home page, the forms and the answers all show them.
// <purchases>
import { longDate } from '../shared/formats.ts';
// </purchases>
import { facts } from './facts.ts';

// <purchases>
const from = longDate(facts.period.from);
const to = longDate(facts.period.to);
// </purchases>

// <consumer>
export const consumers = `You are included if you bought the product that this case is about for yourself or your family, and not to sell it, from ${from} to ${to}.`;
// </consumer>
// <individual>
export const individuals = `You are included if you paid ${facts.defendant} for the service that this case is about from ${from} to ${to}.`;
// </individual>
// <payor>
export const payors = `A health plan, insurer or other third-party payor is included if it paid for its members’ purchases of the drug that this case is about from ${from} to ${to}.`;
// </payor>
// <data-incident>
export const peopleAffected = `You are included if the data incident at ${facts.defendant} may have exposed your personal information.`;
// </data-incident>

/** The exclusions from the class. */
export const exclusions = [
  `${facts.defendant} and the companies, officers and directors that belong to it;`,
  'the judges in this case, their families and their staff;',
  'people and companies that asked to be excluded in time.',
] as const;
