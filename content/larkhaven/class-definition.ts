// Who is included in the settlement, by claim form. Replace these sentences with the words of the
// court's order, as plainly as you can: the home page, the forms and the answers all show them.
import { facts } from './facts.ts';

export const peopleAffected = `You are included if the data incident at ${facts.defendant} may have exposed your personal information.`;

/** Who is never included. */
export const exclusions = [
  `${facts.defendant} and the companies, officers and directors that belong to it;`,
  'the judges in this case, their families and their staff;',
  'people and companies that asked to be excluded in time.',
] as const;
