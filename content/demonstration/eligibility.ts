import type { EligibilityLink, EligibilityOutcome, EligibilityQuestion } from '@redress/contract/eligibility';
import { facts } from './facts.ts';
import { listed, longDate } from '../shared/formats.ts';
import { lateClaims } from './late-claims.ts';

const { brandDrug, savingsClub } = facts;
const drugPeriod = `between ${longDate(brandDrug.classPeriod.from)} and ${longDate(brandDrug.classPeriod.to)}`;
const clubPeriod = `between ${longDate(savingsClub.classPeriod.from)} and ${longDate(savingsClub.classPeriod.to)}`;

const call: EligibilityLink = { href: `tel:+${facts.phone}`, label: `Not sure? Call ${facts.phone}` };
const whoIsIncluded: EligibilityLink = { href: '/file-claim#consumers', label: 'Read who is included' };

const notIncluded = (reason: string, also: readonly EligibilityLink[] = [whoIsIncluded]): EligibilityOutcome => ({
  isIncluded: false,
  title: 'You are probably not included',
  text: [reason],
  also: [...also, call],
});

/** The day for which a page is rendered. */
interface When {
  isAfter(day: string): boolean;
}

/** “Am I included?”, for Home and File a Claim. */
export function eligibilityCheck(when: When): EligibilityQuestion {
  const due = (day: string): string =>
    when.isAfter(day) ? `Claims were due by ${longDate(day)}. ${lateClaims}` : `Claims are due by ${longDate(day)}.`;
  const drugDue = due(brandDrug.claimDeadline);
  const claimedBefore = `Did you claim in the ${brandDrug.earlierYear} settlement? Then you do not need to file again.`;

  const drugForMyself: EligibilityQuestion = {
    question: `Did you buy it ${drugPeriod}, in one of the ${brandDrug.states.length} states?`,
    hint: `The states: ${listed(brandDrug.states)}. It does not matter where you live now.`,
    answers: [
      {
        answer: 'Yes, and I have a notice with IDs',
        next: {
          isIncluded: true,
          title: 'You are probably included. File online.',
          text: [`Log in with the Notice ID and Unique ID on your notice. ${drugDue}`, claimedBefore],
          start: { href: '/consumer-login', label: 'File a consumer claim' },
          also: [{ href: '/file-claim#not-included', label: 'See who may not claim' }],
        },
      },
      {
        answer: 'Yes, but I have no IDs',
        next: {
          isIncluded: true,
          title: 'You are probably included. File by mail, or ask for your IDs.',
          text: [`You need no IDs to file by mail. Or ask for your IDs, and file online. ${drugDue}`, claimedBefore],
          start: { href: '/consumera-instructions#by-mail', label: 'File by mail' },
          also: [
            { href: '/lost-ids', label: 'Ask us to send you your IDs' },
            { href: `tel:+${facts.phone}`, label: `Call ${facts.phone}` },
          ],
        },
      },
      {
        answer: 'No, in another state or at another time',
        next: notIncluded(
          `The settlement covers only what was bought in these ${brandDrug.states.length} states, ${drugPeriod}.`,
        ),
      },
    ],
  };

  const drugForPlan: EligibilityQuestion = {
    question: `Was any of it bought ${drugPeriod}, in one of the ${brandDrug.states.length} states?`,
    hint: `The states: ${listed(brandDrug.states)}.`,
    answers: [
      {
        answer: 'Yes',
        next: {
          isIncluded: true,
          title: 'Your plan is probably included.',
          text: [
            `File as a third-party payor, or as its agent. You need no login. Fully insured health plans are not included. ${drugDue}`,
          ],
          start: { href: '/tpp-instructions', label: 'File for a health plan' },
          also: [{ href: '/file-claim#not-included', label: 'See who may not claim' }],
        },
      },
      {
        answer: 'No',
        next: notIncluded(
          `The settlement covers only what was bought in these ${brandDrug.states.length} states, ${drugPeriod}.`,
          [{ href: '/file-claim#health-plans', label: 'Read which plans are included' }],
        ),
      },
    ],
  };

  return {
    question: 'What did you pay for?',
    answers: [
      {
        answer: 'The antidepressant or its generic',
        next: {
          question: 'Who paid for it?',
          answers: [
            { answer: 'I did, for myself or my family', next: drugForMyself },
            { answer: 'A health plan, insurer or company, for its members', next: drugForPlan },
            {
              answer: 'A government, a drug maker, a reseller or a pharmacy benefit manager',
              next: notIncluded('The court left these buyers out of the class.', [
                { href: '/file-claim#not-included', label: 'See who may not claim' },
              ]),
            },
          ],
        },
      },
      {
        answer: 'Prescriptions at the pharmacy chain with the savings club',
        next: {
          question: `Did you fill one ${clubPeriod}?`,
          hint: 'In the United States or its territories.',
          answers: [
            {
              answer: 'Yes',
              next: {
                question: 'Did you use insurance for it, and pay all or part of the price yourself?',
                answers: [
                  {
                    answer: 'Yes',
                    next: {
                      isIncluded: true,
                      title: 'You are probably included in the savings club settlement.',
                      text: [
                        `You need no login. If you got a notice, have its Notice ID ready. ${due(savingsClub.claimDeadline)}`,
                      ],
                      start: { href: '/consumerb-claimants', label: 'File a savings club claim' },
                      also: [{ href: '/consumerb-instructions', label: 'Read the instructions first' }],
                    },
                  },
                  {
                    answer: 'No',
                    next: notIncluded(
                      'The settlement covers only prescriptions that were filled with insurance and paid for by you, all or in part.',
                      [{ href: '/file-claim#savings-club', label: 'Read who is included' }],
                    ),
                  },
                ],
              },
            },
            {
              answer: 'No',
              next: notIncluded(`The settlement covers only prescriptions that were filled ${clubPeriod}.`, [
                { href: '/file-claim#savings-club', label: 'Read who is included' },
              ]),
            },
          ],
        },
      },
      {
        answer: 'Neither of these',
        next: notIncluded('The two settlements cover only these purchases. If you got a notice from us, please call.'),
      },
    ],
  };
}
