import { randomUUID } from 'node:crypto';
import { type Answer, Browser } from './browser.ts';
import type { TestServer } from './test-server.ts';

type Body = Readonly<Record<string, unknown>>;

const contact = {
  contactName: 'Maria Núñez',
  street1: '400 Orchard Avenue',
  street2: 'Floor 9',
  city: 'Madison',
  state: 'Wisconsin',
  zip: '53703-1234',
  phone1: '608 555-0142',
  emailAddress: 'claims@plan.example.com',
} as const;
const certified = {
  repealerStateTotalAmountPaid: '412500.75',
  classMemberConfirmation: true,
  signature: 'Maria Núñez',
  positionTitle: 'Benefits manager',
} as const;

/** A third-party payor files a valid claim for itself. */
export const companyAnswers = {
  optSectionRadio: 'Company',
  healthPlanCompanyName: 'Larkmoor Health Plan',
  ...contact,
  tin: '918273645',
  otherNames: 'Larkmoor HMO, 51-9283746',
  companyHealthType: 'Other',
  otherCompanyHealthType: 'Church plan',
  ...certified,
} as const satisfies Body;

/** An agent files a valid claim for two class members. */
export const agentAnswers = {
  optSectionRadio: 'Agent',
  relationshipType: 'Other',
  otherRelationshipType: 'Recovery service',
  agentsCompanyName: 'Harbor Recovery Services',
  ...contact,
  agentsTin: '827364519',
  classMembers: [
    { classMemberName: 'Alder Plan', classMemberFEIN: '736451928' },
    { classMemberName: 'Birch Fund', classMemberFEIN: '645192837' },
  ],
  ...certified,
} as const satisfies Body;

/** The valid individual claim has no captcha. */
export const individualAnswers = {
  noticeId: '300000001',
  name1: 'Zoë Lindqvist',
  street1: '7 Pier Road',
  city: 'Portland',
  state: 'Oregon',
  zip: '97201',
  phone1: '503 555-0119',
  email: 'zoe@example.com',
  excludedAcknowledgement: true,
  outOfpocketExpensePaid: '$501-$1,000',
  signature: 'Zoë Lindqvist',
} as const satisfies Body;

/** Each class member has a unique name and FEIN. */
export function classMembersOf(count: number, firstFein = 500_000_000) {
  return Array.from({ length: count }, (_, index) => ({
    classMemberName: `Plan ${index + 1}`,
    classMemberFEIN: String(firstFein + index),
  }));
}

/** Opens a form without a login in a new browser. */
export async function openForm(app: TestServer['app'], address?: string): Promise<Browser> {
  const browser = new Browser(app, address);
  await browser.session();
  return browser;
}

export function fileTpp(browser: Browser, answers: Body, key: string = randomUUID()): Promise<Answer> {
  return browser.post(answers, key, 'TppClaimants');
}

/** Adds a new captcha. */
export async function fileIndividual(browser: Browser, answers: Body, key: string = randomUUID()): Promise<Answer> {
  const googleRecaptchaToken = await browser.solveCaptcha();
  return browser.post({ ...answers, googleRecaptchaToken }, key, 'IndividualClaimants');
}

/** Files the individual claim without a Notice ID, in a new browser or another one. Returns its number. */
export async function fileWithoutNotice(
  { app }: Pick<TestServer, 'app'>,
  answers: Body = {},
  browser?: Browser,
): Promise<string> {
  const { noticeId: _noticeId, ...given } = { ...individualAnswers, ...answers };
  return (await fileIndividual(browser ?? (await openForm(app)), given)).body.claimNumber;
}
